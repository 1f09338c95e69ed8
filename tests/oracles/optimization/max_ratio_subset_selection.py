"""Independent judge of envs/optimization/max_ratio_subset_selection.py."""

from functools import lru_cache
from itertools import combinations

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _largest_ratio(items, k) -> tuple[int, int]:
    """Values and costs of the best of all choices."""
    most = (0, 1)
    for chosen in combinations(items, k):
        values, costs = (sum(part) for part in zip(*chosen, strict=True))
        if values * most[1] > most[0] * costs:
            most = values, costs
    return most


@up_to(4)
def max_ratio_subset_selection(problem, answer) -> bool:
    if len(set(answer)) != problem.k or len(answer) != problem.k or not set(answer) <= set(range(len(problem.items))):
        return False
    values, costs = (sum(part) for part in zip(*[problem.items[item] for item in answer], strict=True))
    most = _largest_ratio(problem.items, problem.k)
    return values * most[1] == most[0] * costs
