"""Independent judge of envs/optimization/min_bounding_rectangle_partition.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _least_area(items) -> int:
    """Over all sets of items that the first ungrouped one can share its group with."""
    cost, best = [0] * (1 << len(items)), [0] * (1 << len(items))
    for chosen in range(1, 1 << len(items)):
        members = [item for number, item in enumerate(items) if chosen >> number & 1]
        cost[chosen] = max(width for width, _ in members) * max(length for _, length in members)
        first = chosen & -chosen
        others = rest = chosen ^ first
        best[chosen] = cost[chosen]
        while rest:  # every non-empty subset of the others is left for other groups
            best[chosen] = min(best[chosen], cost[chosen ^ rest] + best[rest])
            rest = (rest - 1) & others
    return best[-1]


@up_to(6)
def min_bounding_rectangle_partition(problem, answer) -> bool:
    n = len(problem.items)
    if len(answer) != n or not set(answer) <= set(range(n)):
        return False
    area = 0
    for group in set(answer):
        members = [item for item, number in zip(problem.items, answer, strict=True) if number == group]
        area += max(width for width, _ in members) * max(length for _, length in members)
    return area == _least_area(problem.items)
