"""Independent judge of envs/algebra/polynomial_interpolation.py."""

from functools import lru_cache

import sympy

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _interpolated(points) -> list[int]:
    """The coefficients, the constant one first, of the interpolating polynomial in its power basis."""
    x = sympy.Symbol("x")
    coefficients = sympy.Poly(sympy.interpolate(list(points), x), x).all_coeffs()[::-1]
    return [int(c) if c.is_integer else c for c in coefficients] + [0] * (len(points) - len(coefficients))


@up_to(6)
def polynomial_interpolation(problem, answer) -> bool:
    return list(answer) == _interpolated(problem.points)
