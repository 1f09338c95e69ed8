"""Independent judge of envs/optimization/minimum_product_assignment.py."""

from functools import lru_cache
from itertools import permutations

import numpy as np

from rlve.authoring.gate import up_to


@lru_cache(maxsize=10)
def _all_columns(n) -> np.ndarray:
    return np.array(list(permutations(range(n))))


@lru_cache(maxsize=1000)
def _least(a, b) -> int:
    """Over all permutations at once."""
    columns = _all_columns(len(a))
    sums = [np.array(matrix)[np.arange(len(a)), columns].sum(axis=1) for matrix in (a, b)]
    return int((sums[0] * sums[1]).min())


@up_to(4)
def minimum_product_assignment(problem, answer) -> bool:
    n = len(problem.a)
    if sorted(answer) != list(range(n)):
        return False
    sum_a, sum_b = (sum(matrix[row][answer[row]] for row in range(n)) for matrix in (problem.a, problem.b))
    return sum_a * sum_b == _least(problem.a, problem.b)
