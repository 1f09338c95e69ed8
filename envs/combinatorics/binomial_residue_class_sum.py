"""Add up the binomial coefficients of one residue class."""

from collections.abc import Iterable
from math import comb
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.sizes import rungs


class BinomialResidueClassSum(Environment):
    """The sum of C(n, s) * c^s over all s >= t with s = r modulo k; n at most 5 at first and 15 at level 5.

    From there on n grows by a tenth, and one, with each level, k by one, c by 60. At first k is 2 or 3, c is 1 or 2 and t is 0;
    from level 3 on k is at least 3, c at least 2. Reward: exact.
    """

    n: int
    factor: int
    divisor: int
    remainder: int
    least: int

    paper_name = "FixedModK_Selection_Counting"
    version = 2
    max_level = 34

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {
            "n": rungs((5, 5, 6, 9, 12, 15), level, percent=10, plus=1),
            "divisor": rungs((3, 3, 4, 4, 5), level, plus=1),
            "factor": rungs((2, 3, 6, 10, 20), level, plus=60),
            "least": rungs((0, 0, 2), level),
        }

    @classmethod
    def draw(cls, rng: Random, n: int, divisor: int, factor: int, least: int) -> Self:
        smallest = 2 if n < 9 else 3
        divisor = rng.randint(smallest, min(divisor, n // 2 + 1))
        return cls(
            n=rng.randint(n - max(2, n // 5), n),
            factor=rng.randint(smallest - 1, factor),
            divisor=divisor,
            remainder=rng.randrange(divisor),
            least=rng.randint(0, least),
        )

    def statement(self) -> str:
        n = self.n
        return (
            f"Let C({n}, s) be the number of ways to choose s of {n} different items. Add up C({n}, s) * {self.factor}^s "
            f"over all integers s from {self.least} to {n} that leave the remainder {self.remainder} on division by "
            f"{self.divisor}. Give the sum modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """Expand (1 + factor * x)^n, folding x^divisor back to 1 after each multiplication by 1 + factor * x."""
        classes = [1] + [0] * (self.divisor - 1)
        for _ in range(self.n):
            classes = [(classes[i] + self.factor * classes[i - 1]) % MODULUS for i in range(self.divisor)]
        head = [comb(self.n, s) * self.factor**s for s in range(self.least) if s % self.divisor == self.remainder]
        return (classes[self.remainder] - sum(head)) % MODULUS

    def guesses(self) -> Iterable[int]:
        n, r = self.n, self.remainder
        if n < 7:
            return []
        everything = (1 + self.factor) ** n
        return [0, 1, comb(n, r) * self.factor**r % MODULUS, everything % MODULUS, everything // self.divisor % MODULUS]
