"""Independent judge of envs/number_theory/gcd_sum_function.py."""

from functools import lru_cache
from math import gcd

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _gcd_sum(n, low, high) -> int:
    return sum(gcd(i, n) for i in range(low, high + 1))


@up_to(15)
def gcd_sum_function(problem, answer) -> bool:
    return answer == _gcd_sum(problem.n, *problem.bounds)
