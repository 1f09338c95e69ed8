"""Independent judge of envs/optimization/max_ratio_assignment.py."""

from fractions import Fraction
from functools import lru_cache
from itertools import permutations

import numpy as np

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _largest_ratio(a, b) -> Fraction:
    """Over all permutations."""
    columns = np.array(list(permutations(range(len(a)))))
    above, below = (np.array(matrix)[np.arange(len(a)), columns].sum(axis=1) for matrix in (a, b))
    return max(Fraction(*pair) for pair in set(zip(above.tolist(), below.tolist(), strict=True)))


@up_to(4)
def max_ratio_assignment(problem, answer) -> bool:
    if sorted(answer) != list(range(len(problem.a))):
        return False
    above, below = (sum(matrix[row][column] for row, column in enumerate(answer)) for matrix in (problem.a, problem.b))
    return Fraction(above, below) == _largest_ratio(problem.a, problem.b)
