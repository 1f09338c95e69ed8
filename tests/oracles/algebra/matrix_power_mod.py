"""Independent judge of envs/algebra/matrix_power_mod.py."""

from functools import lru_cache

import numpy as np

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _exact_power(matrix, power) -> list[list[int]]:
    """One factor after the other in exact integers."""
    factor = np.array(matrix, dtype=object)
    result = factor
    for _ in range(power - 1):
        result = result @ factor
    return result.tolist()


@up_to(10)
def matrix_power_mod(problem, answer) -> bool:
    exact = _exact_power(problem.matrix, problem.power)
    return [[entry % 10007 for entry in row] for row in exact] == [list(row) for row in answer]
