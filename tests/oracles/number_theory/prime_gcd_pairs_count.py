"""Independent judge of envs/number_theory/prime_gcd_pairs_count.py."""

from functools import lru_cache
from math import gcd

from sympy import primerange

from rlve.authoring.gate import up_to

PRIMES = frozenset(primerange(10000))


@lru_cache(maxsize=1000)
def _prime_gcd_pairs(xs, ys) -> int:
    return sum(gcd(x, y) in PRIMES for x in range(xs[0], xs[1] + 1) for y in range(ys[0], ys[1] + 1))


@up_to(8)
def prime_gcd_pairs_count(problem, answer) -> bool:
    return answer == _prime_gcd_pairs(problem.xs, problem.ys)
