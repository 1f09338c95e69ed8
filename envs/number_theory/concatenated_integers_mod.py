"""Take the remainder of the integers 1 to N written in a row."""

from collections.abc import Iterable
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.sizes import near


class ConcatenatedIntegersMod(Environment):
    """The integer 123...N modulo M; half as many integers again, and one, with each level, while M doubles and more.

    M is anything from a tenth of the level's largest to this. Reward: exact.
    """

    n: int
    modulus: int

    paper_name = "PrefixConcatenation"
    max_level = 24  # 134,000 steps of the solver

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(6, level, percent=50, plus=1), "modulus": grow(100, level, percent=100, plus=200)}

    @classmethod
    def draw(cls, rng: Random, n: int, modulus: int) -> Self:
        return cls(n=near(rng, n), modulus=rng.randint(modulus // 10, modulus))

    def statement(self) -> str:
        return (
            f"The integers from 1 to {self.n} are written in decimal, in ascending order, one directly after the other, "
            "so that their digits form one long integer. "
            f"Give the remainder of this long integer when it is divided by {self.modulus}."
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
        return [0, 1, self.n % self.modulus]
