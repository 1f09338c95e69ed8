"""Add up the binomial coefficients of one residue class."""

from collections.abc import Iterable
from math import comb
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.sizes import near


class BinomialResidueClassSum(Environment):
    """The sum of C(n, s) * c^s over all s with s = r modulo k; n grows by a tenth, and one, with each level; k and c grow too.

    k is at least 3 and at most n / 2, so that every sum has two terms or more; c is at least 2. Reward: exact.
    """

    n: int
    factor: int
    divisor: int
    remainder: int

    paper_name = "FixedModK_Selection_Counting"
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(15, level, percent=10, plus=1), "divisor": 5 + level, "factor": 20 + 60 * level}

    @classmethod
    def draw(cls, rng: Random, n: int, divisor: int, factor: int) -> Self:
        n = near(rng, n)
        divisor = rng.randint(3, min(divisor, n // 2))
        return cls(n=n, factor=rng.randint(2, factor), divisor=divisor, remainder=rng.randrange(divisor))

    def statement(self) -> str:
        n = self.n
        return (
            f"Let C({n}, s) be the number of ways to choose s of {n} different items. Add up C({n}, s) * {self.factor}^s "
            f"over all integers s from 0 to {n} that leave the remainder {self.remainder} on division by {self.divisor}. "
            f"Give the sum modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """Expand (1 + factor * x)^n, folding x^divisor back to 1 after each multiplication by 1 + factor * x."""
        classes = [1] + [0] * (self.divisor - 1)
        for _ in range(self.n):
            classes = [(classes[i] + self.factor * classes[i - 1]) % MODULUS for i in range(self.divisor)]
        return classes[self.remainder]

    def guesses(self) -> Iterable[int]:
        n, r = self.n, self.remainder
        everything = (1 + self.factor) ** n
        return [0, 1, comb(n, r) * self.factor**r % MODULUS, everything % MODULUS, everything // self.divisor % MODULUS]
