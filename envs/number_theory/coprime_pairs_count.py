"""Count the coprime pairs of two ranges of integers."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.primes import moebius
from rlve.envs.toolkit.sizes import near


class CoprimePairsCount(Environment):
    """How many pairs of two ranges have greatest common divisor 1; ranges half as long again with each level.

    Each range starts anywhere from 2 to four times the level's length. Reward: exact.
    """

    xs: Sequence[int]
    ys: Sequence[int]

    paper_name = "GCDOne_Counting"
    max_level = 22

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"length": grow(5, level, percent=50)}

    @classmethod
    def draw(cls, rng: Random, length: int) -> Self:
        starts = [rng.randint(2, 4 * length) for _ in range(2)]
        xs, ys = ([start, start + near(rng, length) - 1] for start in starts)
        return cls(xs=xs, ys=ys)

    def statement(self) -> str:
        (x_low, x_high), (y_low, y_high) = self.xs, self.ys
        return (
            f"Consider the ordered pairs (x, y) of integers with {x_low} <= x <= {x_high} and {y_low} <= y <= {y_high}. "
            "How many of them are coprime, that is, have greatest common divisor 1?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        (x_low, x_high), (y_low, y_high) = self.xs, self.ys
        top = min(x_high, y_high)
        mu = moebius(top)
        return sum(
            [mu[d] * (x_high // d - (x_low - 1) // d) * (y_high // d - (y_low - 1) // d) for d in range(1, top + 1) if mu[d]]
        )

    def guesses(self) -> Iterable[int]:
        pairs = (self.xs[1] - self.xs[0] + 1) * (self.ys[1] - self.ys[0] + 1)
        return [pairs, (pairs * 6079 + 5000) // 10000]  # a share of 6 / pi^2 of all pairs of integers is coprime
