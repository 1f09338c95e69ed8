"""Find the polynomial through given points."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, hidden
from rlve.envs.toolkit.text import rows


class PolynomialInterpolation(ConstraintEnvironment):
    """The integer coefficients of a polynomial of degree N from its values at N+1 integers; one degree more with each level.

    Coefficients lie between -B and B, which is 5 and grows by one with each level. Reward: (share of the points it
    passes through)^10.
    """

    points: Sequence[tuple[int, int]]
    solution: Sequence[int] = hidden()

    paper_name = "PolynomialInterpolation"
    max_level = 30
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"degree": 2 + level, "bound": 5 + level}

    @classmethod
    def draw(cls, rng: Random, degree: int, bound: int) -> Self:
        coefficients = [rng.randint(-bound, bound) for _ in range(degree)] + [rng.randint(1, bound)]
        xs = rng.sample(range(-degree, degree + 1), degree + 1)
        return cls(points=[(x, _value(coefficients, x)) for x in xs], solution=coefficients)

    def statement(self) -> str:
        degree = len(self.points) - 1
        return (
            f"A polynomial f(x) = a0 + a1 x + a2 x^2 + ... of degree {degree} with integer coefficients has these values, "
            f"one a line as: x f(x)\n{rows(self.points)}\n"
            f"Find f. Give its coefficients a0 to a{degree} in this order, the constant one first, zeros included."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.points))

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        return sum([_value(answer, x) == y for x, y in self.points]), len(self.points)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [[y for _, y in self.points]]


def _value(coefficients: Sequence[int], x: int) -> int:
    """Horner's rule."""
    value = 0
    for coefficient in reversed(coefficients):
        value = value * x + coefficient
    return value
