"""Independent judge of envs/sequences/longest_bounded_range_subarray.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _all_longest(numbers, bound) -> list[tuple[int, int]]:
    """All windows of the greatest length at which there is one, by trying every length."""
    n = len(numbers)
    for length in range(n, 0, -1):
        windows = [sorted(numbers[first : first + length]) for first in range(n - length + 1)]
        if found := [(i, i + length - 1) for i, window in enumerate(windows) if window[-1] - window[0] <= bound]:
            return found
    return []


@up_to(10)
def longest_bounded_range_subarray(problem, answer) -> bool:
    return tuple(answer) in _all_longest(problem.numbers, problem.bound)
