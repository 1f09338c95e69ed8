"""Find where a convex polynomial is least."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction as Rational
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Fraction
from rlve.envs.toolkit.polynomials import polynomial_product, polynomial_text


class ConvexPolynomialMinimizer(ConstraintEnvironment):
    """The x where a convex polynomial of even degree N is least, to one decimal place at first.

    N is 2 at first, 4 from level 2 on, then two more with every third level; two decimal places from level 4 on, three from
    level 8 on, one more with every fourth. Reward: exact, within the tolerance.
    """

    coefficients: Sequence[int]
    places: int

    paper_name = "PolynomialMinimum"
    max_level = 24

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {
            "degree": 2 + 2 * ((level + 1) // 3),
            "tilt": 5 + 3 * level,
            "places": 1 + level // 4,
        }

    @classmethod
    def draw(cls, rng: Random, degree: int, tilt: int, places: int) -> Self:
        """A sum of multiples of (x - s)^e, one for each even e, and a multiple of x, which leaves it convex."""
        total = [rng.randint(-9, 9), rng.choice((-1, 1)) * rng.randint(1, tilt)] + [0] * (degree - 1)
        for exponent in range(2, degree + 1, 2):
            power, factor = [rng.randint(1, 3)], [-rng.randint(-2, 2), 1]
            for _ in range(exponent):
                power = polynomial_product(power, factor)
            for place, coefficient in enumerate(power):
                total[place] += coefficient
        return cls(total, places)

    def statement(self) -> str:
        return (
            f"The function f(x) = {polynomial_text(self.coefficients)} of a real number x takes its least value at exactly one "
            f"x. Give a number that differs from this x by at most {10.0**-self.places:.{self.places}f}."
        )

    def answer_format(self) -> AnswerFormat:
        return Fraction(digits=20)

    def solve(self) -> Rational:
        """Halve an interval at whose ends, multiples of half the tolerance, the increasing derivative has opposite signs."""
        unit = 2 * 10**self.places
        low = high = 0
        step = unit
        while self._slope(low, unit) > 0:
            low, step = low - step, 2 * step
        while self._slope(high, unit) < 0:
            high, step = high + step, 2 * step
        while high - low > 1:
            middle = (low + high) // 2
            if self._slope(middle, unit) < 0:
                low = middle
            else:
                high = middle
        return Rational(high // 2, unit // 2)

    def _slope(self, p: int, q: int) -> int:
        """The derivative at p/q with q > 0, times a power of q."""
        value, scale = 0, 1
        for power in range(len(self.coefficients) - 1, 0, -1):
            value = value * p + power * self.coefficients[power] * scale
            scale *= q
        return value

    def satisfied(self, answer: Rational, /) -> tuple[int, int]:
        """The derivative increases: its zero is within the tolerance when it has opposite signs at both ends of that."""
        unit = 10**self.places
        p, q = answer.numerator * unit, answer.denominator * unit
        off = answer.denominator
        return int(self._slope(p - off, q) <= 0 <= self._slope(p + off, q)), 1

    def guesses(self) -> Iterable[int]:
        return [0] if len(self.coefficients) < 4 else range(-2, 3)

    def rules(self) -> Mapping[str, Rational]:
        """What the terms up to x^2 say, right and with two slips, and two steps of Newton's method from 0."""
        low = self.coefficients[1:]
        first = Rational(-low[0], 2 * low[1])
        found = {"the sign forgotten": -first, "the factor 2 forgotten": 2 * first}
        if len(low) > 2:  # else these are the solution
            slope = sum([power * c * first ** (power - 1) for power, c in enumerate(low, 1)])
            growth = sum([power * (power - 1) * c * first ** (power - 2) for power, c in enumerate(low[1:], 2)])
            second = Rational(first - slope / growth).limit_denominator(10**6)
            found |= {"only the terms up to x^2": first, "two steps of Newton's method": second}
        return found
