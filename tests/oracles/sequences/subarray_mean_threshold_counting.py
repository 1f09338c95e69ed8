"""Independent judge of envs/sequences/subarray_mean_threshold_counting.py."""

import itertools
from functools import lru_cache
from statistics import mean

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _count(numbers, k) -> int:
    return sum(mean(numbers[i:j]) >= k for i, j in itertools.combinations(range(len(numbers) + 1), 2))


@up_to(8)
def subarray_mean_threshold_counting(problem, answer) -> bool:
    """Every subarray, its mean an exact fraction."""
    return answer == _count(problem.numbers, problem.k)
