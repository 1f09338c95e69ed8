"""Independent judge of envs/number_theory/lcm_pair_sum.py."""

from functools import lru_cache
from math import lcm

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _sum_of_multiples(xs, ys) -> int:
    return sum(lcm(x, y) for x in range(xs[0], xs[1] + 1) for y in range(ys[0], ys[1] + 1))


@up_to(9)
def lcm_pair_sum(problem, answer) -> bool:
    return answer == _sum_of_multiples(problem.xs, problem.ys)
