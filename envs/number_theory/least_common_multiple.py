"""Find the least common multiple of two integers."""

from collections.abc import Iterable, Mapping
from math import gcd, isqrt
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import rungs


class LeastCommonMultiple(Environment):
    """The least common multiple of two integers of at most 16 at first, 120 at level 4, then half as large again with each level.

    They have a common divisor larger than 1, and neither divides the other. Reward: exact.
    """

    a: int
    b: int

    paper_name = "LCM"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"largest": rungs((16, 28, 60, 90, 120), level, percent=50)}

    @classmethod
    def draw(cls, rng: Random, largest: int) -> Self:
        common = min(rng.randint(2, isqrt(largest)), rng.randint(2, isqrt(largest)))
        most = largest // common
        a, b = rng.sample(range(most // 3 + 1, most + 1), 2)
        return cls(a=common * a, b=common * b)

    def statement(self) -> str:
        return f"Give the least common multiple of {self.a} and {self.b}."

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        return self.a // gcd(self.a, self.b) * self.b

    def guesses(self) -> Iterable[int]:
        return [max(self.a, self.b)]

    def rules(self) -> Mapping[str, int]:
        """As if the greatest common divisor were 2, or the difference."""
        product = self.a * self.b
        return {"half of the product": product // 2, "product by difference": product // abs(self.a - self.b)}
