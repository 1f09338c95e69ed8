"""Add up the numbers of divisors of an interval of integers."""

from collections.abc import Iterable
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.primes import DIVISOR_COUNT, divisor_count_sum
from rlve.envs.toolkit.sizes import near


class DivisorCountIntervalSum(Environment):
    """The divisors of all integers from L to R, counted; the interval a fifth longer, L half as large again, with each level.

    The interval starts anywhere from 1 to the level's largest start. Reward: exact.
    """

    low: int
    high: int

    paper_name = "Sum_DivisorNum"
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"length": grow(5, level, percent=20, plus=1), "start": grow(600, level, percent=50, plus=2100)}

    @classmethod
    def draw(cls, rng: Random, length: int, start: int) -> Self:
        low = rng.randint(1, start)
        return cls(low=low, high=low + near(rng, length) - 1)

    def statement(self) -> str:
        return f"{DIVISOR_COUNT}. Give the sum of d(n) over all integers n with {self.low} <= n <= {self.high}."

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        return divisor_count_sum(self.high) - divisor_count_sum(self.low - 1)

    def guesses(self) -> Iterable[int]:
        length = self.high - self.low + 1
        return [length * k for k in (2, 4, 6)]
