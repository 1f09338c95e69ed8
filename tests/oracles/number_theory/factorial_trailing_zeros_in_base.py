"""Independent judge of envs/number_theory/factorial_trailing_zeros_in_base.py."""

from functools import lru_cache
from math import factorial

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _zeros_at_the_end(n, base) -> int:
    rest, zeros = factorial(n), 0
    while rest % base == 0:
        rest, zeros = rest // base, zeros + 1
    return zeros


@up_to(7)
def factorial_trailing_zeros_in_base(problem, answer) -> bool:
    return answer == tuple(_zeros_at_the_end(n, base) for n, base in problem.pairs)
