"""Independent judge of envs/optimization/pair_sum_constrained_array_optimization.py."""

from functools import lru_cache

import numpy as np
from scipy.optimize import linprog

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _best(bounds, sums, sign) -> float:
    """A linear programme: the sums form no cycle, so that its corners are integers."""
    matrix = np.zeros((len(sums), len(bounds)))
    for row, (u, v, _) in enumerate(sums):
        matrix[row, [u, v]] = 1
    totals = [total for _, _, total in sums]
    return linprog(sign * np.ones(len(bounds)), A_eq=matrix, b_eq=totals, bounds=[(0, bound) for bound in bounds]).fun


@up_to(4)
def pair_sum_constrained_array_optimization(problem, answer) -> bool:
    if len(answer) != len(problem.bounds) or not all(0 <= q <= bound for q, bound in zip(answer, problem.bounds, strict=True)):
        return False
    if any(answer[u] + answer[v] != total for u, v, total in problem.sums):
        return False
    return abs(problem.sign * sum(answer) - _best(problem.bounds, problem.sums, problem.sign)) < 0.5
