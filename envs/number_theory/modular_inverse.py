"""Find the inverse of an integer modulo another."""

from collections.abc import Iterable, Mapping
from math import gcd
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import rungs


class ModularInverse(Environment):
    """The x from 1 to B - 1 for which A * x leaves the remainder 1 on division by B; both at most 12 at first.

    They reach 80 at level 4, and twice as much with each level from there on. B lies in the upper half of that; A is anything
    from 2 on, and may be larger than B. It is never 1 or -1 modulo B. Reward: exact.
    """

    a: int
    modulus: int

    paper_name = "CongruentEquation"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"largest": rungs((12, 20, 45, 60, 80), level, percent=100)}

    @classmethod
    def draw(cls, rng: Random, largest: int) -> Self:
        return cls(a=rng.randint(2, largest), modulus=rng.randint(largest // 2 + 1, largest))

    def acceptable(self) -> bool:
        return gcd(self.a, self.modulus) == 1

    def statement(self) -> str:
        b = self.modulus
        return f"Find the integer x from 1 to {b - 1} for which {self.a} * x leaves the remainder 1 when it is divided by {b}."

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1, high=self.modulus - 1)

    def solve(self) -> int:
        return pow(self.a, -1, self.modulus)

    def guesses(self) -> Iterable[int]:
        """What is right for A = 1 and -1 modulo B; and A itself."""
        own = [self.a % self.modulus] if self.modulus > 15 else []
        return [1, self.modulus - 1, *own]

    def rules(self) -> Mapping[str, int]:
        """Only one multiple of B is tried."""
        a, b = self.a % self.modulus, self.modulus
        return {"(B + 1) / A": (b + 1) // a, "(2 B + 1) / A": (2 * b + 1) // a, "B - A": b - a}
