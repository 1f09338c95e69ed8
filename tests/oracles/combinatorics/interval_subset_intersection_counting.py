"""Independent judge of envs/combinatorics/interval_subset_intersection_counting.py."""

from functools import lru_cache
from itertools import combinations

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _sets(intervals, least) -> int:
    """Try all of them."""
    count = 0
    for size in range(1, len(intervals) + 1):
        for chosen in combinations(intervals, size):
            lefts, rights = zip(*chosen, strict=True)
            count += min(rights) - max(lefts) >= least
    return count


@up_to(5)
def interval_subset_intersection_counting(problem, answer) -> bool:
    return answer == _sets(problem.intervals, problem.least)
