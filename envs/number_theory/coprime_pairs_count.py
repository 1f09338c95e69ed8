"""Count the coprime pairs of two ranges of integers."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.primes import moebius
from rlve.envs.toolkit.ranges import multiples
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import between


class CoprimePairsCount(Environment):
    """How many pairs of two ranges have greatest common divisor 1.

    Each range has 2 or 3 integers at first, 4 or 5 at level 4, and half as many again with each level from there on. It starts
    anywhere from 2 to the level's largest start, which is 8 at first and from level 4 on about six times the length.
    Reward: exact.
    """

    xs: Sequence[int]
    ys: Sequence[int]

    paper_name = "GCDOne_Counting"
    version = 2
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        length = rungs((3, 3, 4, 4, 5), level, percent=50)
        return {"length": length, "start": rungs((8, 10, 24, 27, 30), level, percent=50)}

    @classmethod
    def draw(cls, rng: Random, length: int, start: int) -> Self:
        starts = [rng.randint(2, start) for _ in range(2)]
        xs, ys = ([start, start + rng.randint(length - max(1, length // 5), length) - 1] for start in starts)
        return cls(xs=xs, ys=ys)

    def statement(self) -> str:
        return (
            f"Take all pairs (x, y) of integers with {between('x', self.xs)} and {between('y', self.ys)}. "
            "How many of these ordered pairs are coprime, that is, have the greatest common divisor 1?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        mu = moebius(min(self.xs[1], self.ys[1]))
        return sum([mu[d] * multiples(d, self.xs) * multiples(d, self.ys) for d in range(1, len(mu)) if mu[d]])

    def guesses(self) -> Iterable[int]:
        pairs = (self.xs[1] - self.xs[0] + 1) * (self.ys[1] - self.ys[0] + 1)
        if pairs < 25:
            return []
        return [pairs, (pairs * 6079 + 5000) // 10000]  # a share of 6 / pi^2 of all pairs of integers is coprime
