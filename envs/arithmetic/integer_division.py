"""Divide one integer by another, rounding down."""

from collections.abc import Iterable
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer

PHRASINGS = (
    "Compute {dividend} divided by {divisor}, rounded down to an integer.",
    "What is the quotient, without the remainder, when {dividend} is divided by {divisor}?",
    "What is the largest integer q such that q times {divisor} is at most {dividend}?",
    "How many whole times does {divisor} fit into {dividend}?",
    "{dividend} items are packed into boxes of exactly {divisor} items. How many boxes can be filled completely?",
    "Let n = {dividend} and m = {divisor}. Find the integer part of n / m.",
)


class IntegerDivision(Environment):
    """The quotient of two integers, rounded down; the remainder is uniform, and the wording varies.

    Divisor and quotient have one digit at first, two each at level 4, and from there on one more with each level.
    Reward: exact.
    """

    dividend: int
    divisor: int
    phrasing: int

    paper_name = "Division"
    version = 2
    max_level = 400
    exemptions = {"simple-rule": "the quotient of the two numbers is the task itself"}

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        first = ((5, 5), (9, 9), (9, 29), (9, 99))
        divisor, quotient = first[level] if level < len(first) else [10 ** (level - 2) - 1] * 2
        return {"divisor": divisor, "quotient": quotient}

    @classmethod
    def draw(cls, rng: Random, divisor: int, quotient: int) -> Self:
        """A divisor and a quotient up to these, with as many digits; the divisor is not 1."""
        divisor = rng.randint(max(2, 10 ** (len(str(divisor)) - 1)), divisor)
        quotient = rng.randint(10 ** (len(str(quotient)) - 1), quotient)
        dividend = divisor * quotient + rng.randrange(divisor)
        return cls(dividend=dividend, divisor=divisor, phrasing=rng.randrange(len(PHRASINGS)))

    def statement(self) -> str:
        return PHRASINGS[self.phrasing].format(dividend=self.dividend, divisor=self.divisor)

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        return self.dividend // self.divisor

    def guesses(self) -> Iterable[int]:
        return [1, self.dividend % self.divisor]
