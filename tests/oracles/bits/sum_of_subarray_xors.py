"""Independent judge of envs/bits/sum_of_subarray_xors.py."""

from functools import lru_cache, reduce
from operator import xor

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _sum_of_xors(numbers) -> int:
    n = len(numbers)
    return sum(reduce(xor, numbers[start:end]) for start in range(n) for end in range(start + 1, n + 1))


@up_to(10)
def sum_of_subarray_xors(problem, answer) -> bool:
    return answer == _sum_of_xors(problem.numbers)
