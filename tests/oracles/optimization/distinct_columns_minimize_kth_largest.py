"""Independent judge of envs/optimization/distinct_columns_minimize_kth_largest.py."""

from functools import lru_cache

import numpy as np
from scipy.optimize import linear_sum_assignment

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _least(matrix, k) -> int:
    """The lowest entry with an assignment that exceeds it in fewer than k rows."""
    entries = np.array(matrix)
    for bound in np.unique(entries):
        above = entries > bound
        if above[linear_sum_assignment(above)].sum() < k:
            return int(bound)
    raise AssertionError("no entry is the largest")


@up_to(8)
def distinct_columns_minimize_kth_largest(problem, answer) -> bool:
    n, m = len(problem.matrix), len(problem.matrix[0])
    if len(answer) != n or len(set(answer)) < n or not set(answer) <= set(range(m)):
        return False
    least = _least(problem.matrix, problem.k)
    return sum(row[column] > least for row, column in zip(problem.matrix, answer, strict=True)) < problem.k
