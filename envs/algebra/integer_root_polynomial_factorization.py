"""Find the integer roots of a polynomial."""

from collections import Counter
from collections.abc import Sequence
from itertools import count
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList
from rlve.envs.toolkit.polynomials import polynomial_product, polynomial_text


class IntegerRootPolynomialFactorization(ConstraintEnvironment):
    """The N roots of a polynomial that is a product of factors x - a with integers a other than 0.

    N is 2 at first and grows by one with every other level; the roots are at most 5 in size at first, one more with each level.
    Reward: (share of the roots that are found)^5.
    """

    coefficients: Sequence[int]

    paper_name = "PolynomialFactorization"
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"degree": 2 + level // 2, "reach": 5 + level}

    @classmethod
    def draw(cls, rng: Random, degree: int, reach: int) -> Self:
        coefficients = [1]
        for _ in range(degree):
            coefficients = polynomial_product(coefficients, [rng.choice((-1, 1)) * rng.randint(1, reach), 1])
        return cls(coefficients=coefficients)

    def statement(self) -> str:
        n = len(self.coefficients) - 1
        factors = [f"(x - a{i})" for i in range(1, n + 1)]
        names = "a1 and a2" if n == 2 else f"a1 to a{n}"
        product = " * ".join(factors if n < 4 else [*factors[:2], "...", factors[-1]])
        return (
            f"The polynomial {polynomial_text(self.coefficients)} is equal to {product} with {n} integers {names}, "
            "some of which may be equal. Give these integers in any order; one that occurs in several factors is given as many "
            "times."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.coefficients) - 1)

    def solve(self) -> list[int]:
        """Divide by x - 1, x + 1, x - 2, ... as long as that leaves no remainder (Horner's scheme)."""
        left, roots = list(self.coefficients), []
        for size in count(1):
            for root in (size, -size):
                while len(left) > 1 and left[0] % size == 0:
                    quotient, value = [], 0
                    for coefficient in reversed(left):
                        value = value * root + coefficient
                        quotient.append(value)
                    if quotient.pop():
                        break
                    roots.append(root)
                    left = quotient[::-1]
            if len(left) < 2:
                break
        return roots

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        return (Counter(answer) & Counter(self.reference)).total(), len(self.reference)
