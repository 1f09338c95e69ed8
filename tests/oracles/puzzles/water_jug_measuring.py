"""Independent judge of envs/puzzles/water_jug_measuring.py."""

from rlve.authoring.gate import up_to


@up_to(10)
def water_jug_measuring(problem, answer) -> bool:
    """Litre by litre; the tap is a jug that never empties and never fills."""
    if len(answer) % 2 or len(answer) > 2 * problem.fewest + 2:
        return False
    held, room = [0, 0, 0, 10**6], [*problem.capacities, 2 * 10**6]
    for source, into in zip(answer[::2], answer[1::2], strict=True):
        if source == into:
            return False
        while held[source] > 0 and held[into] < room[into]:
            held[source] -= 1
            held[into] += 1
        held[3] = 10**6
    return held[:3] == list(problem.targets)
