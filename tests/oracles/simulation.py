"""Independent judges of the environments in envs/simulation."""

from rlve.check import up_to


@up_to(4)
def circular_xor_lamps(problem, answer) -> bool:
    """Tick by tick, lamp by lamp."""
    lamps = list(problem.lamps)
    for _ in range(problem.ticks):
        lamps = [int(lamps[i] != lamps[(i + 1) % len(lamps)]) for i in range(len(lamps))]
    return lamps == list(answer)
