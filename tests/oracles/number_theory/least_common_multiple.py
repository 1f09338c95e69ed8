"""Independent judge of envs/number_theory/least_common_multiple.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _first_common(a, b) -> int:
    """The first multiple of b that a divides."""
    return next(multiple for multiple in range(b, a * b + 1, b) if multiple % a == 0)


@up_to(20)
def least_common_multiple(problem, answer) -> bool:
    return answer == _first_common(problem.a, problem.b)
