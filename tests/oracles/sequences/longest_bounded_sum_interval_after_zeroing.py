"""Independent judge of envs/sequences/longest_bounded_sum_interval_after_zeroing.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


def _length(problem, first, left) -> int:
    """Of the longest stretch from a position on, entry by entry."""
    length, total = 0, 0
    for i in range(left, len(problem.numbers)):
        total += 0 if first <= i < first + problem.width else problem.numbers[i]
        if total > problem.bound:
            break
        length += 1
    return length


@lru_cache(maxsize=1000)
def _longest(problem) -> int:
    """Over all pairs of choices."""
    n = len(problem.numbers)
    return max(_length(problem, first, left) for first in range(n - problem.width + 1) for left in range(n))


@up_to(6)
def longest_bounded_sum_interval_after_zeroing(problem, answer) -> bool:
    first, left = answer
    return first + problem.width <= len(problem.numbers) and _length(problem, first, left) == _longest(problem)
