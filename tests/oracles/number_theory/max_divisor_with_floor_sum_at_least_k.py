"""Independent judge of envs/number_theory/max_divisor_with_floor_sum_at_least_k.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _largest_length(numbers, least) -> int:
    """One length after the other, from the largest integer down."""
    length = max(numbers)
    while sum(number // length for number in numbers) < least:
        length -= 1
    return length


@up_to(9)
def max_divisor_with_floor_sum_at_least_k(problem, answer) -> bool:
    return answer == _largest_length(problem.numbers, problem.least)
