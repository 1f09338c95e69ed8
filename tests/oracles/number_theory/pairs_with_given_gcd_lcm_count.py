"""Independent judge of envs/number_theory/pairs_with_given_gcd_lcm_count.py."""

from functools import lru_cache
from math import gcd, lcm

from rlve.authoring.gate import up_to


@lru_cache(maxsize=10000)
def _pairs(divisor, multiple) -> int:
    """Both integers are divisors of the least common multiple."""
    divisors = [k for k in range(1, multiple + 1) if multiple % k == 0]
    return sum(gcd(p, q) == divisor and lcm(p, q) == multiple for p in divisors for q in divisors)


@up_to(6)
def pairs_with_given_gcd_lcm_count(problem, answer) -> bool:
    return list(answer) == [_pairs(*line) for line in problem.divisors_and_multiples]
