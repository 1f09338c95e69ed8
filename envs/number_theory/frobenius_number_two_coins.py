"""Find a large integer that two coprime integers do not combine to."""

from collections.abc import Mapping
from math import gcd
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import near, rungs


class FrobeniusNumberTwoCoins(Environment):
    """The largest z that is no A x + B y with x, y >= 0, for coprime A and B; from level 2 on the K-th largest.

    A and B are at most 9 at first, 60 at level 4, and half as large again with each level from there on. The largest z follows
    from a formula, A B - A - B, so K grows: 3 at level 2, 7 at level 4, and a fifth more, and one, with each level.
    Reward: exact.
    """

    a: int
    b: int
    rank: int

    paper_name = "MinNoSolutionLinearDiophantineEquation"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {
            "largest": rungs((9, 12, 24, 40, 60), level, percent=50),
            "rank": rungs((1, 1, 3, 6, 7), level, percent=20, plus=1),
        }

    @classmethod
    def draw(cls, rng: Random, largest: int, rank: int) -> Self:
        a, b = rng.sample(range(max(2, largest // 4), largest + 1), 2)
        return cls(a=a, b=b, rank=near(rng, rank) if rank > 3 else rng.randint(1, rank))

    def acceptable(self) -> bool:
        return gcd(self.a, self.b) == 1

    def statement(self) -> str:
        cannot = f"that cannot be written as {self.a}x + {self.b}y with integers x, y >= 0"
        task = f"Find the largest integer z >= 0 {cannot}."
        if self.rank > 1:
            task = (
                f"Put the integers z >= 0 {cannot} in descending order. Which is number {self.rank}, the largest being number 1?"
            )
        return f"{task} ({self.a} and {self.b} have no common divisor above 1, so that only finitely many cannot.)"

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """z can be written exactly where A B - A - B - z cannot: take the K-th smallest that can from A B - A - B.

        Below A x + B y are all those with a smaller x or y or both: among the K smallest (x + 1)(y + 1) is at most K.
        """
        smallest = sorted({self.a * x + self.b * y for x in range(self.rank) for y in range(self.rank // (x + 1))})
        return self.a * self.b - self.a - self.b - smallest[self.rank - 1]

    def rules(self) -> Mapping[str, int]:
        """The largest, and from it in equal steps, or by multiples of A alone and of B alone."""
        largest = self.a * self.b - self.a - self.b
        back = self.rank - 1
        alone = sorted({step * number for number in (self.a, self.b) for step in range(self.rank)})
        return {
            "largest": largest,
            "steps of one": largest - back,
            "steps of the smaller": largest - back * min(self.a, self.b),
            "steps of the larger": largest - back * max(self.a, self.b),
            "multiples of one": largest - alone[back],
        }
