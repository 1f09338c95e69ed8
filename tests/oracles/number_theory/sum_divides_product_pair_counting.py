"""Independent judge of envs/number_theory/sum_divides_product_pair_counting.py."""

from functools import lru_cache
from itertools import combinations

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _pairs(low, high, multiplier) -> int:
    return sum(multiplier * a * b % (a + b) == 0 for a, b in combinations(range(low, high + 1), 2))


@up_to(9)
def sum_divides_product_pair_counting(problem, answer) -> bool:
    return answer == _pairs(problem.low, problem.high, problem.multiplier)
