"""Independent judge of envs/algebra/polynomial_division_remainder.py."""

from functools import lru_cache

import sympy

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _remainder(dividend, divisor) -> list:
    x = sympy.Symbol("x")
    p, q = (sympy.Poly(list(reversed(coefficients)), x, domain="QQ") for coefficients in (dividend, divisor))
    rest = sympy.rem(p, q).all_coeffs()[::-1]
    return rest + [0] * (len(divisor) - 1 - len(rest))


@up_to(10)
def polynomial_division_remainder(problem, answer) -> bool:
    return list(answer) == _remainder(problem.dividend, problem.divisor)
