"""Independent judge of envs/number_theory/fibonacci_of_gcd_product.py."""

from functools import lru_cache
from math import gcd

from sympy import fibonacci

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _product_over_pairs(i_range, j_range) -> int:
    product = 1
    for i in range(i_range[0], i_range[1] + 1):
        for j in range(j_range[0], j_range[1] + 1):
            product *= int(fibonacci(gcd(i, j)))
    return product % 10007


@up_to(8)
def fibonacci_of_gcd_product(problem, answer) -> bool:
    return answer == _product_over_pairs(problem.i_range, problem.j_range)
