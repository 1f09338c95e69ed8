"""Independent judge of envs/sequences/longest_bounded_sum_interval_after_zeroing.py."""

from functools import lru_cache
from itertools import accumulate

from rlve.authoring.gate import up_to


def _zeroed(numbers, first, last) -> list[int]:
    return [0 if first <= i <= last else number for i, number in enumerate(numbers)]


@lru_cache(maxsize=1000)
def _longest(problem) -> int:
    """Over all pairs of intervals."""
    n, best = len(problem.numbers), 0
    for first in range(n):
        for last in range(first, min(first + problem.width, n)):
            row = _zeroed(problem.numbers, first, last)
            for left in range(n):
                best = max(best, sum(total <= problem.bound for total in accumulate(row[left:])))
    return best


@up_to(6)
def longest_bounded_sum_interval_after_zeroing(problem, answer) -> bool:
    first, last, left, right = answer
    if first > last or last - first >= problem.width or left > right:
        return False
    chosen = _zeroed(problem.numbers, first, last)[left : right + 1]
    return sum(chosen) <= problem.bound and len(chosen) == _longest(problem)
