"""Find the polynomial through given points."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, hidden
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import rows


class PolynomialInterpolation(ConstraintEnvironment):
    """The integer coefficients of a polynomial of degree N from its values at N+1 integers.

    N is 1 up to level 2, 2 at levels 3 and 4, and then grows by one with each level. Coefficients lie between -B and B,
    which is 3 and grows by one with each level. Reward: (share of the points it passes through)^10.
    """

    points: Sequence[tuple[int, int]]
    solution: Sequence[int] = hidden()

    paper_name = "PolynomialInterpolation"
    version = 2
    max_level = 30
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"degree": rungs((1, 1, 1, 2, 2), level, plus=1), "bound": 3 + level}

    @classmethod
    def draw(cls, rng: Random, degree: int, bound: int) -> Self:
        coefficients = [rng.randint(-bound, bound) for _ in range(degree)] + [rng.randint(1, bound)]
        reach = max(2, degree)
        xs = rng.sample(range(-reach, reach + 1), degree + 1)
        return cls(points=[(x, _value(coefficients, x)) for x in xs], solution=coefficients)

    def statement(self) -> str:
        degree = len(self.points) - 1
        terms = ["a0", "a1 x", *[f"a{i} x^{i}" for i in range(2, degree + 1)]]
        formula = " + ".join(terms if degree < 4 else [*terms[:3], "...", terms[-1]])
        return (
            f"A polynomial f(x) = {formula} with integer coefficients has these values, one a line as: x f(x)\n"
            f"{rows(self.points)}\n"
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
