"""Independent judge of envs/combinatorics/distinct_sequence_product_sum.py."""

from functools import lru_cache
from itertools import permutations
from math import prod

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _sum(numbers, length) -> int:
    return sum(prod(sequence) for sequence in permutations(numbers, length))


@up_to(6)
def distinct_sequence_product_sum(problem, answer) -> bool:
    return answer == _sum(problem.numbers, problem.length) % 10007
