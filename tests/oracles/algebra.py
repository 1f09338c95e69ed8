"""Independent judges of the environments in envs/algebra."""

from functools import lru_cache

import numpy as np
import sympy

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


@lru_cache(maxsize=1000)
def _interpolated(points) -> list[int]:
    """The coefficients, the constant one first, of the interpolating polynomial in its power basis."""
    x = sympy.Symbol("x")
    coefficients = sympy.Poly(sympy.interpolate(list(points), x), x).all_coeffs()[::-1]
    return [int(c) if c.is_integer else c for c in coefficients] + [0] * (len(points) - len(coefficients))


@up_to(6)
def polynomial_interpolation(problem, answer) -> bool:
    return list(answer) == _interpolated(problem.points)
