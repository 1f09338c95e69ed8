"""Independent judge of envs/number_theory/purely_repeating_fraction_counting.py."""

from fractions import Fraction
from functools import lru_cache

from rlve.authoring.gate import up_to


def _repeats_from_the_start(value, base) -> bool:
    """Long division of the part after the point: purely periodic when its first remainder comes back."""
    first = value.numerator % value.denominator
    remainder, seen = first, set()
    while remainder not in seen:
        seen.add(remainder)
        remainder = remainder * base % value.denominator
    return remainder == first


@lru_cache(maxsize=1000)
def _repeating_values(problem) -> int:
    values = {Fraction(x, y) for x in range(1, problem.x_high + 1) for y in range(1, problem.y_high + 1)}
    return sum(_repeats_from_the_start(value, problem.base) for value in values)


@up_to(7)
def purely_repeating_fraction_counting(problem, answer) -> bool:
    return answer == _repeating_values(problem)
