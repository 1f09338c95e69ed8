"""Find an interval whose digit sums add up to a multiple of a modulus."""

from collections.abc import Mapping, Sequence
from math import isqrt
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Infeasible, IntegerList
from rlve.envs.toolkit.sizes import near, rungs


class DigitSumDivisibleInterval(ConstraintEnvironment):
    """Two integers A <= L < R <= B such that the digits of L to R add up to a multiple of M, the only condition.

    M is at most 9 at first, 40 at level 4, and twice as large with each level from there on. A is random, and A to B are about
    2 sqrt(M) integers, or go a little beyond the least R that is right. Few intervals are right. No partial credit.
    """

    modulus: int
    low: int
    high: int

    paper_name = "ConstructHackInterval"
    max_level = 16

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"modulus": rungs((9, 13, 18, 28, 40), level, percent=100)}

    @classmethod
    def draw(cls, rng: Random, modulus: int) -> Self:
        modulus = near(rng, modulus)
        low = rng.randint(modulus, 9 * modulus)
        _, right = _first_interval(modulus, low)
        return cls(modulus=modulus, low=low, high=max(right + rng.randint(1, isqrt(modulus)), low + 2 * isqrt(modulus) - 1))

    def statement(self) -> str:
        return (
            f"Find two integers L < R, both from {self.low} to {self.high}, such that the sum of all the decimal digits of the "
            f"integers L, L+1, ..., R is divisible by {self.modulus}. Give L and R."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=2, low=self.low, high=self.high)

    def solve(self) -> tuple[int, int]:
        return _first_interval(self.modulus, self.low)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        left, right = answer
        if left >= right:
            raise Infeasible("L should be less than R")
        return int((_digits_below(right + 1) - _digits_below(left)) % self.modulus == 0), 1

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The whole range; the first right interval of two integers; the first one from the lowest or to the highest integer."""
        numbers = range(self.low, self.high)
        tried = {
            "all": [(self.low, self.high)],
            "two": [(left, left + 1) for left in numbers],
            "from the lowest": [(self.low, before + 1) for before in numbers],
            "to the highest": [(left, self.high) for left in numbers],
        }
        right = {name: [interval for interval in some if self.satisfied(interval)[0]] for name, some in tried.items()}
        return {name: some[0] for name, some in right.items() if some}


def _first_interval(modulus: int, low: int) -> tuple[int, int]:
    """L < R that are right, R as small as can be: the digit sums of `low` to L - 1 and of `low` to R agree modulo M.

    Each sum is entered one integer late, so that R is not L. Among M + 2 sums there are two such that agree.
    """
    first = {0: low}
    total, number = sum(map(int, str(low))) % modulus, low
    while True:
        number += 1
        after = (total + sum(map(int, str(number)))) % modulus
        if after in first:
            return first[after], number
        first.setdefault(total, number)
        total = after


def _digits_below(n: int) -> int:
    """The sum of the digits of 0 to n - 1, place by place."""
    total, place = 0, 1
    while place < n:
        higher, rest = divmod(n, 10 * place)
        digit, lower = divmod(rest, place)
        total += (45 * higher + digit * (digit - 1) // 2) * place + digit * lower
        place *= 10
    return total
