"""Write an integer in a negative base."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList
from rlve.envs.toolkit.scores import credit_by_share
from rlve.envs.toolkit.sizes import rungs


class NegativeBaseConversion(Environment):
    """The digits of an integer, positive or negative, in base -R.

    The integer lies between 8 and 15 at first, or between -15 and -8; it is five times as large at level 2 and twice as large
    with each other level. R is at most 4 at first, and one more with each level up to 16.
    Reward: (share of digits that are right)^5, 0 for a wrong number of them.
    """

    number: int
    base: int

    paper_name = "NegativeBase"
    max_level = 40

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"largest": rungs((15, 30, 150), level, percent=100), "base": min(16, 4 + level)}

    @classmethod
    def draw(cls, rng: Random, largest: int, base: int) -> Self:
        return cls(number=rng.choice((1, -1)) * rng.randint(largest // 2 + 1, largest), base=rng.randint(2, base))

    def statement(self) -> str:
        return (
            f"Write the integer {self.number} in base -{self.base}: find digits d0, d1, ..., dk from 0 to {self.base - 1} with "
            f"d0 + d1 (-{self.base}) + d2 (-{self.base})^2 + ... + dk (-{self.base})^k = {self.number}, where dk is not 0. "
            "Give the digits, each as a decimal number, in the order dk, ..., d1, d0."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(max_length=len(_digits(abs(self.number), self.base)) + 2, low=0, high=self.base - 1)

    def solve(self) -> list[int]:
        return _digits(self.number, -self.base)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [_digits(abs(self.number), self.base)]

    def rules(self) -> Mapping[str, Sequence[int]]:
        plain, base = _digits(abs(self.number), self.base), self.base
        return {
            "the same in the positive base": plain,
            "complements": [base - 1 - digit for digit in plain],
            "every other digit complemented": [
                (-digit) % base if (len(plain) - i) % 2 == 0 else digit for i, digit in enumerate(plain)
            ],
            "of the opposite number": _digits(-self.number, -base),
            "lowest digit first": _digits(self.number, -base)[::-1],
        }

    def score(self, answer: Sequence[int], /) -> float:
        return credit_by_share(self.reference, answer, 5) if len(answer) == len(self.reference) else 0.0


def _digits(number: int, base: int) -> list[int]:
    """The digits of a number other than 0, the highest first, all from 0 to |base| - 1."""
    if abs(base) < 2:
        raise ValueError(f"{base} is no base")
    digits = []
    while number:
        digit = number % abs(base)
        digits.append(digit)
        number = (number - digit) // base
    return digits[::-1]
