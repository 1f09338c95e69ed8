"""Independent judge of envs/number_theory/cototient_interval_sum.py."""

from functools import lru_cache
from math import gcd

from rlve.authoring.gate import up_to


@lru_cache(maxsize=10000)
def _sharing_a_factor(x) -> int:
    return sum(gcd(x, y) > 1 for y in range(1, x + 1))


@up_to(8)
def cototient_interval_sum(problem, answer) -> bool:
    return answer == sum(map(_sharing_a_factor, range(problem.low, problem.high + 1)))
