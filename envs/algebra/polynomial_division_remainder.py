"""Divide one polynomial by another and give the remainder."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList
from rlve.envs.toolkit.polynomials import polynomial_product, polynomial_text
from rlve.envs.toolkit.scores import credit_by_share


class PolynomialDivisionRemainder(Environment):
    """The coefficients of the remainder of a polynomial of degree N on division by one of degree M.

    N = 3 and M = 2 at first; N grows by one with every other level, M with every fourth. Quotient and remainder have integer
    coefficients, at most 2 in size at first, one more with every other level. The divisor's leading coefficient is 1 up to
    level 2. Reward: (share of coefficients that are right)^10.
    """

    dividend: Sequence[int]
    divisor: Sequence[int]

    paper_name = "PolynomialRemainder"
    max_level = 24

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"degree": 3 + (level + 1) // 2, "divisor": 2 + level // 4, "bound": 2 + level // 2, "leading": 1 + level // 3}

    @classmethod
    def draw(cls, rng: Random, degree: int, divisor: int, bound: int, leading: int) -> Self:
        low_terms = [rng.randint(-bound, bound) for _ in range(divisor)]
        by = [*low_terms, rng.randint(1, leading)]
        quotient = [rng.randint(-bound, bound) for _ in range(degree - divisor)] + [rng.randint(1, bound)]
        dividend = polynomial_product(by, quotient)
        for power in range(divisor):
            dividend[power] += rng.randint(-bound, bound)
        return cls(dividend=dividend, divisor=by)

    def statement(self) -> str:
        m = len(self.divisor) - 1
        terms = ["s0", "s1 x", *[f"s{i} x^{i}" for i in range(2, m)]]
        names = "s0 and s1" if m == 2 else f"s0 to s{m - 1}"
        formula = " + ".join(terms if m < 5 else [*terms[:3], "...", terms[-1]])
        return (
            f"Divide the polynomial P(x) = {polynomial_text(self.dividend)} by Q(x) = {polynomial_text(self.divisor)}: find "
            f"polynomials R and S with P(x) = Q(x) * R(x) + S(x), where S(x) = {formula}. Give the coefficients {names} "
            "of the remainder S in this order, the constant one first, zeros included. They are integers."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.divisor) - 1)

    def solve(self) -> list[int]:
        return self._after(len(self.dividend))

    def _after(self, steps: int) -> list[int]:
        """The low coefficients of what is left after that many steps of long division, or all that there are."""
        left, by = list(self.dividend), self.divisor
        m = len(by) - 1
        for shift in range(len(left) - 1 - m, -1, -1)[:steps]:
            factor = left[shift + m] // by[-1]
            for power, coefficient in enumerate(by, shift):
                left[power] -= factor * coefficient
        return left[:m]

    def score(self, answer: Sequence[int], /) -> float:
        return credit_by_share(self.reference, answer, exponent=10)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._after(0), [0] * (len(self.divisor) - 1)]

    def rules(self) -> Mapping[str, Sequence[int]]:
        return {"the last step left out": self._after(len(self.dividend) - len(self.divisor)), "one step": self._after(1)}
