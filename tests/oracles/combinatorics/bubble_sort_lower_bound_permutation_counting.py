"""Independent judge of envs/combinatorics/bubble_sort_lower_bound_permutation_counting.py."""

from bisect import bisect_left, bisect_right
from functools import cache
from itertools import combinations, permutations

from rlve.authoring.gate import up_to


@cache
def _tight(n) -> list:
    """All of them, in lexicographic order, by counting pairs and distances."""
    return [
        p
        for p in permutations(range(n))
        if 2 * sum(a > b for a, b in combinations(p, 2)) == sum(abs(i - integer) for i, integer in enumerate(p))
    ]


@up_to(4)
def bubble_sort_lower_bound_permutation_counting(problem, answer) -> bool:
    low, high = problem.ends
    tight = _tight(len(low))
    return answer == bisect_right(tight, tuple(high)) - bisect_left(tight, tuple(low))
