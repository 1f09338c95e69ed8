"""Add up, over a range of integers, their digits weighted by runs."""

from collections.abc import Mapping
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import near, rungs


class DigitRunSquareSumOverRange(Environment):
    """The sum of f(x) for x from L to R, where a run of k equal digits d adds d * k^2 to f(x).

    L has two digits at first, six at levels 3 and 4, and one more with every other level; each digit repeats the one before with
    probability 1/2. The range holds two integers at first, six at level 4, and half as many again with each level from there on.
    Reward: exact.
    """

    low: int
    high: int

    paper_name = "CapitalCityEffect"
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"length": rungs((2, 3, 4, 5, 6), level, percent=50), "digits": rungs((2, 3, 5), level) + max(0, level - 1) // 2}

    @classmethod
    def draw(cls, rng: Random, length: int, digits: int) -> Self:
        digit = rng.randint(1, 9)
        low = digit
        for _ in range(digits - 1):
            digit = digit if rng.random() < 0.5 else rng.randrange(10)
            low = 10 * low + digit
        return cls(low=low, high=low + near(rng, length) - 1)

    def statement(self) -> str:
        return (
            "Split the decimal digits of a positive integer x into runs: groups, as long as possible, of equal digits that stand "
            "side by side. A run of k digits d is worth d * k^2, and f(x) is the sum of the worths of its runs. "
            f"Give the sum of f(x) over all integers x from {self.low} to {self.high}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        return _sum_up_to(self.high) - _sum_up_to(self.low - 1)

    def rules(self) -> Mapping[str, int]:
        """As if no digit stood beside an equal one, or all that are equal; as if all integers had the worth of the first."""
        numbers = range(self.low, min(self.high, self.low + 50) + 1)
        first = _sum_up_to(self.low) - _sum_up_to(self.low - 1)
        return {
            "digit sums": sum([int(digit) for number in numbers for digit in str(number)]),
            "sorted digits": sum([digit * str(number).count(str(digit)) ** 2 for number in numbers for digit in range(1, 10)]),
            "first times length": first * len(numbers),
            "first and one more each": sum([first + step for step in range(len(numbers))]),
        }


def _sum_up_to(n: int) -> int:
    """The sum of f(x) over the integers x from 0 to n.

    k^2 is the number of ordered pairs of places in a run of k. So count, for any two places, the x with the same digit d there
    and at all places between: those whose higher digits are below the ones of n, and those with the same higher digits.
    """
    total = 0
    lowest = 1  # 10 to the power of the lower place
    while lowest <= n:
        ones, top = 1, 10
        while ones * lowest <= n:
            higher, digits = divmod(n // lowest, top)
            below = min(9, (digits - 1) // ones) if digits else 0  # so many d give less than the digits of n
            count = (45 * higher + below * (below + 1) // 2) * lowest
            if digits and digits % ones == 0 and digits // ones <= 9:
                count += digits // ones * (n % lowest + 1)
            total += count if ones == 1 else 2 * count
            ones, top = 10 * ones + 1, 10 * top
        lowest *= 10
    return total
