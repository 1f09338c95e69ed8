"""Find the first decimals of a root of an integer."""

from collections.abc import Iterable, Mapping
from fractions import Fraction as Rational
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Fraction
from rlve.envs.toolkit.sizes import rungs

ROOTS = {2: "square root", 3: "cube root"}


class NthRootDecimal(Environment):
    """The K-th root of N, cut off after some decimals.

    N is an integer up to 30 and K = 2 or 3 at first; N is twice as large at level 1 and about three times with each other level,
    K goes up to one more with every third level, and a decimal more is asked for with every other one. N is no K-th power.
    Reward: exact.
    """

    number: int
    degree: int
    places: int

    paper_name = "RootExtraction"
    max_level = 40

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"largest": rungs((30, 60, 200), level, percent=200), "degree": 3 + level // 3, "places": 1 + (level + 1) // 2}

    @classmethod
    def draw(cls, rng: Random, largest: int, degree: int, places: int) -> Self:
        number, degree = rng.randint(max(2, largest // 5), largest), rng.randint(2, degree)
        if _root(number, degree) ** degree == number:
            number += 1  # between one power and the next
        return cls(number=number, degree=degree, places=places)

    def statement(self) -> str:
        root = ROOTS.get(self.degree, f"{self.degree}th root")
        places = f"{self.places} decimal place{'s' * (self.places > 1)}"
        return (
            f"Find the {root} of {self.number} as a decimal number with {places}, rounded down: "
            f"the largest number x with {places} such that x^{self.degree} <= {self.number}."
        )

    def answer_format(self) -> AnswerFormat:
        return Decimal(self.places)

    def solve(self) -> Rational:
        scale = 10**self.places
        return Rational(_root(self.number * scale**self.degree, self.degree), scale)

    def guesses(self) -> Iterable[int]:
        below = _root(self.number, self.degree)
        return [below, below + 1]

    def rules(self) -> Mapping[str, Rational]:
        n, k = self.number, self.degree
        below = _root(n, k)
        low, high = below**k, (below + 1) ** k
        near = below + (2 * n > low + high)
        found = {
            "a straight line between two powers": below + Rational(n - low, high - low),
            "a tangent at the nearest power": near + Rational(n - near**k, k * near ** (k - 1)),
            "half": below + Rational(1, 2),
        }
        return {name: Rational(int(value * 10**self.places), 10**self.places) for name, value in found.items()}


class Decimal(Fraction):
    """A number with so many decimal places; zeros at its end may be missing."""

    def __init__(self, places: int) -> None:
        super().__init__()
        self.places = places

    def write(self, answer: Rational) -> str:
        digits = str(abs(answer.numerator) * 10**self.places // answer.denominator).zfill(self.places + 1)
        return f"{'-' * (answer < 0)}{digits[: -self.places]}.{digits[-self.places :]}"

    def phrase(self) -> str:
        return f"one number with {self.places} decimal place{'s' * (self.places > 1)}"


def _root(number: int, degree: int) -> int:
    """The integer part of a root by Newton's method from above."""
    x = 1 << -(-number.bit_length() // degree)
    while (y := ((degree - 1) * x + number // x ** (degree - 1)) // degree) < x:
        x = y
    return x
