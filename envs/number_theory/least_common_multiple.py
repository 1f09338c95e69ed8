"""Find the least common multiple of two integers."""

from collections.abc import Iterable, Mapping
from math import gcd, isqrt
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import rungs


class LeastCommonMultiple(Environment):
    """The least common multiple of two integers of at most 16 at first, 160 at level 4, then half as large again with each level.

    They have a common divisor larger than 1, from level 3 on one that does not divide 12, and neither divides the other.
    Reward: exact.
    """

    a: int
    b: int

    paper_name = "LCM"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"largest": rungs((16, 28, 70, 130, 160), level, percent=50), "usual": 12 if level > 2 else 1}

    @classmethod
    def draw(cls, rng: Random, largest: int, usual: int) -> Self:
        divisors = [d for d in range(2, isqrt(largest) + 1) if usual % d]
        common = min(rng.choice(divisors), rng.choice(divisors))
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
        """As if the greatest common divisor were 2, or 5, the difference, or a divisor of 60."""
        product = self.a * self.b
        divisors = {"2": 2, "5": 5, "difference": abs(self.a - self.b), "divisor of 60": gcd(self.a, self.b, 60)}
        return {f"product by {name}": product // d for name, d in divisors.items()}
