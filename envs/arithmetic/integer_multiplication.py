"""Multiply two integers."""

from collections.abc import Iterable
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer

PHRASINGS = (
    "Compute {a} * {b}.",
    "What is the product of {a} and {b}?",
    "Multiply {a} by {b}; give the exact result.",
    "A rectangle is {a} cells wide and {b} cells high. How many cells does it have?",
    "{a} crates hold {b} bottles each. How many bottles are there in all?",
    "Let p = {a} and q = {b}. Find the exact value of p times q.",
)


class IntegerMultiplication(Environment):
    """The product of two integers; one more digit in each with each level, and the wording varies.

    Both factors have exactly the level's number of digits. Reward: exact.
    """

    a: int
    b: int
    phrasing: int

    paper_name = "Multiplication"
    max_level = 400

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"digits": 2 + level}

    @classmethod
    def draw(cls, rng: Random, digits: int) -> Self:
        a, b = (rng.randint(10 ** (digits - 1), 10**digits - 1) for _ in range(2))
        return cls(a=a, b=b, phrasing=rng.randrange(len(PHRASINGS)))

    def statement(self) -> str:
        return PHRASINGS[self.phrasing].format(a=self.a, b=self.b)

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        return self.a * self.b

    def guesses(self) -> Iterable[int]:
        return [self.a + self.b, int(f"{self.a}{self.b}")]
