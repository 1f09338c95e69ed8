"""Independent judge of envs/number_theory/max_product_fixed_sum.py."""

from functools import lru_cache
from itertools import combinations_with_replacement
from math import prod

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _largest_product(parts, terms, total) -> int:
    """Among all choices of that many terms."""
    return max(prod(chosen) for chosen in combinations_with_replacement(parts, terms) if sum(chosen) == total)


@up_to(10)
def max_product_fixed_sum(problem, answer) -> bool:
    return answer == _largest_product(problem.parts, problem.terms, problem.total)
