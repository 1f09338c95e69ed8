"""Independent judge of envs/algebra/convex_polynomial_minimizer.py."""

from functools import lru_cache

import numpy as np

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _lowest(coefficients) -> float:
    """Among the real zeros of the derivative, by the eigenvalues of its companion matrix, the one with the least value."""
    f = np.polynomial.Polynomial([float(c) for c in coefficients])
    zeros = [zero.real for zero in f.deriv().roots() if abs(zero.imag) < 1e-9]
    return min(zeros, key=f)


@up_to(10)
def convex_polynomial_minimizer(problem, answer) -> bool:
    return abs(float(answer) - _lowest(problem.coefficients)) <= 10.0**-problem.places + 1e-9
