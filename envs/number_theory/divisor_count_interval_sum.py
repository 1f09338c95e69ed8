"""Add up the numbers of divisors of an interval of integers."""

from collections.abc import Iterable
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.primes import DIVISOR_COUNT, divisor_count_sum
from rlve.envs.toolkit.sizes import rungs


class DivisorCountIntervalSum(Environment):
    """The divisors of all integers from L to R, counted: of two or three integers at first, of five at level 4.

    From there on the interval becomes a fifth longer, and one, with each level. It starts anywhere from 1 to the level's largest
    start: 30 at first, 600 at level 4, then half as large again, and more. Reward: exact.
    """

    low: int
    high: int

    paper_name = "Sum_DivisorNum"
    version = 2
    max_level = 34

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {
            "length": rungs((3, 3, 4, 4, 5), level, percent=20, plus=1),
            "start": rungs((30, 60, 300, 450, 600), level, percent=50, plus=2100),
        }

    @classmethod
    def draw(cls, rng: Random, length: int, start: int) -> Self:
        low = rng.randint(1, start)
        return cls(low=low, high=low + rng.randint(length - max(1, length // 5), length) - 1)

    def statement(self) -> str:
        return f"{DIVISOR_COUNT}. Give the sum of d(n) over all integers n from {self.low} to {self.high}."

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        return divisor_count_sum(self.high) - divisor_count_sum(self.low - 1)

    def guesses(self) -> Iterable[int]:
        length = self.high - self.low + 1
        return [length * k for k in (2, 4, 6)] if self.low > 300 else []
