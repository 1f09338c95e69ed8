"""Independent judge of envs/number_theory/modular_inverse.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _solutions(a, modulus) -> list[int]:
    return [x for x in range(1, modulus) if a * x % modulus == 1]


@up_to(7)
def modular_inverse(problem, answer) -> bool:
    return _solutions(problem.a, problem.modulus) == [answer]
