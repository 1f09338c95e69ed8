"""Take the remainder of the integers 1 to N written in a row."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import rungs


class ConcatenatedIntegersMod(Environment):
    """The integer 123...N modulo M; N at most 5 at first, 13 at level 3, where most have two digits, then half as large again.

    M is anything from a tenth of the level's largest to this: it is 12 at first, 150 at level 4, then grows by seven tenths.
    Reward: exact.
    """

    n: int
    modulus: int

    paper_name = "PrefixConcatenation"
    version = 2
    max_level = 27  # 130,000 steps of the solver

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        modulus = rungs((12, 20, 90, 110, 150), level, percent=70)
        return {"n": rungs((5, 7, 10, 13, 14), level, percent=50, plus=1), "modulus": modulus}

    @classmethod
    def draw(cls, rng: Random, n: int, modulus: int) -> Self:
        return cls(n=rng.randint(max(3, n - max(4, n // 5)), n), modulus=rng.randint(max(3, modulus // 10), modulus))

    def statement(self) -> str:
        return (
            f"Write the integers from 1 to {self.n} in decimal, in ascending order, one directly after the other, "
            "so that their digits form one long integer. "
            f"Give the remainder of this integer when it is divided by {self.modulus}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=self.modulus - 1)

    def solve(self) -> int:
        remainder, shift = 0, 10
        for integer in range(1, self.n + 1):
            if integer == shift:
                shift *= 10
            remainder = (remainder * shift + integer) % self.modulus
        return remainder

    def guesses(self) -> Iterable[int]:
        return [0, 1, self.n % self.modulus] if self.n > 7 else []

    def rules(self) -> Mapping[str, int]:
        """As if each integer had one digit."""
        remainder = 0
        for integer in range(1, self.n + 1):
            remainder = (remainder * 10 + integer) % self.modulus
        return {"one digit each": remainder}
