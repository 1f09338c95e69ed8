"""Independent judge of envs/number_theory/divisor_count_of_product_sum.py."""

from functools import lru_cache

from sympy import divisor_count

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _product_divisors(xs, ys) -> int:
    pairs = ((x, y) for x in range(xs[0], xs[1] + 1) for y in range(ys[0], ys[1] + 1))
    return sum(divisor_count(x * y) for x, y in pairs)


@up_to(7)
def divisor_count_of_product_sum(problem, answer) -> bool:
    return answer == _product_divisors(problem.xs, problem.ys)
