"""Independent judge of envs/sequences/repeated_array_longest_nondecreasing_subsequence.py."""

from functools import lru_cache

import numpy as np

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _longest(numbers, copies) -> int:
    """Over the whole array: the longest that ends at each value so far."""
    best = np.zeros(max(numbers) + 1, dtype=int)
    for number in numbers * copies:
        best[number] = best[: number + 1].max() + 1
    return int(best.max())


@up_to(10)
def repeated_array_longest_nondecreasing_subsequence(problem, answer) -> bool:
    return answer == _longest(problem.numbers, problem.copies)
