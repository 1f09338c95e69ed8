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
    """The product of two integers; the wording varies.

    At first one digit by one, at level 4 two by two, and from there on one more digit in each with each level. Reward: exact.
    """

    a: int
    b: int
    phrasing: int

    paper_name = "Multiplication"
    version = 2
    max_level = 400
    exemptions = {"simple-rule": "the product of the two numbers is the task itself"}

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        first = ((6, 3), (9, 9), (29, 9), (99, 9))
        a, b = first[level] if level < len(first) else [10 ** (level - 2) - 1] * 2
        return {"a": a, "b": b}

    @classmethod
    def draw(cls, rng: Random, a: int, b: int) -> Self:
        """Two numbers up to these, with as many digits, and not 1."""
        a, b = (rng.randint(max(2, 10 ** (len(str(top)) - 1)), top) for top in (a, b))
        return cls(a=a, b=b, phrasing=rng.randrange(len(PHRASINGS)))

    def statement(self) -> str:
        return PHRASINGS[self.phrasing].format(a=self.a, b=self.b)

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        return self.a * self.b

    def guesses(self) -> Iterable[int]:
        return [self.a + self.b, int(f"{self.a}{self.b}")]
