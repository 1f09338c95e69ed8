"""Independent judge of envs/number_theory/max_gcd_in_two_ranges.py."""

from functools import lru_cache
from math import gcd

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _largest_gcd(xs, ys) -> int:
    """Among all pairs."""
    return max(gcd(x, y) for x in range(xs[0], xs[1] + 1) for y in range(ys[0], ys[1] + 1))


@up_to(8)
def max_gcd_in_two_ranges(problem, answer) -> bool:
    x, y = answer
    inside = x in range(problem.xs[0], problem.xs[1] + 1) and y in range(problem.ys[0], problem.ys[1] + 1)
    return inside and gcd(x, y) == _largest_gcd(problem.xs, problem.ys)
