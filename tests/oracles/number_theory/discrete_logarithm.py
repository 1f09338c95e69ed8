"""Independent judge of envs/number_theory/discrete_logarithm.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _least_exponent(base, modulus, remainder) -> int:
    return next(y for y in range(modulus + 1) if pow(base, y, modulus) == remainder)


@up_to(10)
def discrete_logarithm(problem, answer) -> bool:
    return answer == _least_exponent(problem.base, problem.modulus, problem.remainder)
