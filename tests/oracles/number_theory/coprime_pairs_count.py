"""Independent judge of envs/number_theory/coprime_pairs_count.py."""

from functools import lru_cache
from math import gcd

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _coprime_pairs(xs, ys) -> int:
    return sum(gcd(x, y) == 1 for x in range(xs[0], xs[1] + 1) for y in range(ys[0], ys[1] + 1))


@up_to(8)
def coprime_pairs_count(problem, answer) -> bool:
    return answer == _coprime_pairs(problem.xs, problem.ys)
