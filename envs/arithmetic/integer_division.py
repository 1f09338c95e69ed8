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
    """The quotient of two integers, rounded down; one more digit of divisor and of quotient with each level.

    The divisor has exactly P digits and is not 1, the quotient exactly Q, the remainder is uniform; the wording varies.
    Reward: exact.
    """

    dividend: int
    divisor: int
    phrasing: int

    paper_name = "Division"
    max_level = 400

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"divisor_digits": 1 + level, "quotient_digits": 1 + level}

    @classmethod
    def draw(cls, rng: Random, divisor_digits: int, quotient_digits: int) -> Self:
        divisor = rng.randint(max(2, 10 ** (divisor_digits - 1)), 10**divisor_digits - 1)
        quotient = rng.randint(10 ** (quotient_digits - 1), 10**quotient_digits - 1)
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
