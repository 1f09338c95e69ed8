"""Count the pairs of integers whose sum divides a multiple of their product."""

from collections.abc import Iterable
from math import gcd
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import near, rungs


class SumDividesProductPairCounting(Environment):
    """How many pairs L <= a < b <= H have a sum that divides K * a * b; H at most 5 and L at most 2 at first.

    H is at most 9 at level 3, 11 at level 4, and half as large again with each level from there on; L is below about a third of
    it. K is a multiple of 2 or 3, at most 18 at first and 240 from level 2 on. In the paper K and L are 1: there is one problem
    for each H, and few such pairs. Reward: exact.
    """

    low: int
    high: int
    multiplier: int

    paper_name = "AddMultiple_Divisible_Counting"
    max_level = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        high = rungs((5, 6, 8, 9, 11), level, percent=50)
        return {"low": max(2, (high + 1) // 3), "high": high, "multiplier": rungs((18, 36, 240), level)}

    @classmethod
    def draw(cls, rng: Random, low: int, high: int, multiplier: int) -> Self:
        return cls(low=rng.randint(1, low), high=near(rng, high), multiplier=rng.choice((2, 3)) * rng.randint(1, multiplier // 3))

    def statement(self) -> str:
        return (
            f"Count the pairs (a, b) of integers with {self.low} <= a < b <= {self.high} "
            f"for which {self.multiplier} * a * b is divisible by a + b."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """With a = g * p, b = g * q and p, q coprime, p + q has to divide K * g: so count the g for each p and q.

        g is a multiple of `step`, at least L / p and at most H / q.
        """
        low, high, total = self.low, self.high, 0
        for both in range(3, 2 * high):
            step = both // gcd(both, self.multiplier)
            for q in range(both // 2 + 1, min(both - 1, high // step) + 1):
                if gcd(q, both) == 1:
                    total += max(0, high // (q * step) - (low - 1) // ((both - q) * step))
        return total

    def guesses(self) -> Iterable[int]:
        return [0] if self.high > 7 else []
