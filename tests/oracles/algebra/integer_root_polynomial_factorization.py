"""Independent judge of envs/algebra/integer_root_polynomial_factorization.py."""

from functools import lru_cache

import sympy

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _roots(coefficients) -> list[int]:
    """The roots from the factors over the integers, ascending."""
    x = sympy.Symbol("x")
    _, factors = sympy.Poly(coefficients[::-1], x).factor_list()
    assert all(factor.degree() == 1 for factor, _ in factors)
    return sorted(int(-factor.eval(0)) for factor, times in factors for _ in range(times))


@up_to(10)
def integer_root_polynomial_factorization(problem, answer) -> bool:
    return sorted(answer) == _roots(problem.coefficients)
