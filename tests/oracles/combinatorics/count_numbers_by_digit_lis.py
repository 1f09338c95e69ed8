"""Independent judge of envs/combinatorics/count_numbers_by_digit_lis.py."""

from functools import cache, lru_cache
from itertools import combinations, pairwise

from rlve.authoring.gate import up_to


@cache
def _has(digits, length) -> bool:
    return any(all(a < b for a, b in pairwise(some)) for some in combinations(digits, length))


@lru_cache(maxsize=1000)
def _numbers(bounds, length) -> int:
    """One integer after the other, by trying all subsequences of that length and of one more."""
    low, high = bounds
    return sum(_has(str(x), length) and not _has(str(x), length + 1) for x in range(low, high + 1))


@up_to(7)
def count_numbers_by_digit_lis(problem, answer) -> bool:
    return answer == _numbers(problem.bounds, problem.length)
