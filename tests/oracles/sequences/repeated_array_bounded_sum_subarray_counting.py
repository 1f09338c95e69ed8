"""Independent judge of envs/sequences/repeated_array_bounded_sum_subarray_counting.py."""

import itertools
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _count(numbers, copies, k) -> int:
    whole = list(numbers) * copies
    return sum(total <= k for i in range(len(whole)) for total in itertools.accumulate(whole[i:]))


@up_to(6)
def repeated_array_bounded_sum_subarray_counting(problem, answer) -> bool:
    """All subarrays of the whole array, with their sums."""
    return answer == _count(problem.numbers, problem.copies, problem.k)
