"""Independent judge of envs/simulation/circular_xor_lamps.py."""

from rlve.authoring.gate import up_to


@up_to(10)
def circular_xor_lamps(problem, answer) -> bool:
    """Tick by tick, lamp by lamp."""
    lamps = list(problem.lamps)
    for _ in range(problem.ticks):
        lamps = [int(lamps[i] != lamps[(i + 1) % len(lamps)]) for i in range(len(lamps))]
    return lamps == list(answer)
