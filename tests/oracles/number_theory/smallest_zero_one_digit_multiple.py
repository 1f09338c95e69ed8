"""Independent judge of envs/number_theory/smallest_zero_one_digit_multiple.py."""

from functools import lru_cache
from itertools import count, product

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _least_two_digit_factor(a, remainder, digits) -> int:
    """All numbers of one digit, of two, and so on, each length in ascending order."""
    for length in count(1):
        for number in product(sorted(digits), repeat=length):
            value = sum(digit * 10**place for place, digit in enumerate(reversed(number)))
            if number[0] and value > remainder and (value - remainder) % a == 0:
                return (value - remainder) // a


@up_to(7)
def smallest_zero_one_digit_multiple(problem, answer) -> bool:
    return answer == tuple(_least_two_digit_factor(a, remainder, problem.digits) for a, remainder in problem.pairs)
