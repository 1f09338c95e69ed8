"""Independent judge of envs/combinatorics/cross_coprime_subset_pairs_counting.py."""

from functools import lru_cache
from math import gcd, prod

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _pairs(numbers) -> int:
    """For each subset S, the integers that are coprime to the product of its members make up T."""
    total = 0
    for chosen in range(1, 2 ** len(numbers)):
        product = prod(number for i, number in enumerate(numbers) if chosen >> i & 1)
        total += 2 ** sum(gcd(number, product) == 1 for number in numbers) - 1
    return total


@up_to(6)
def cross_coprime_subset_pairs_counting(problem, answer) -> bool:
    return answer == _pairs(problem.numbers)
