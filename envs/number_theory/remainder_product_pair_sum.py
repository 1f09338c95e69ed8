"""Add up the products of two integers' remainders over pairs of different divisors."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import rungs


class RemainderProductPairSum(Environment):
    """The sum of (N mod i) * (M mod j) over all i up to P and j up to Q with i != j; P and Q are 3 or 4 at first.

    They reach 7 at level 4, and two fifths more with each level from there on. N and M are larger than those, up
    to about ten times. In the paper P is N and Q is M. Reward: exact.
    """

    n: int
    m: int
    n_divisors: int
    m_divisors: int

    paper_name = "SumMOD"
    max_level = 21  # sums of 12 digits

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"divisors": rungs((4, 4, 5, 6, 7), level, percent=40), "largest": rungs((12, 24, 40, 48, 56), level, percent=40)}

    @classmethod
    def draw(cls, rng: Random, divisors: int, largest: int) -> Self:
        n_divisors, m_divisors = (rng.randint(divisors - max(1, divisors // 5), divisors) for _ in range(2))
        n, m = (rng.randint(divisors + 1, largest) for _ in range(2))
        return cls(n=n, m=m, n_divisors=n_divisors, m_divisors=m_divisors)

    def statement(self) -> str:
        return (
            "Here a mod b is the remainder when a is divided by b. "
            f"Give the sum of ({self.n} mod i) * ({self.m} mod j) over all pairs (i, j) of integers with "
            f"1 <= i <= {self.n_divisors}, 1 <= j <= {self.m_divisors} and i != j."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """The product of both sums of remainders, less the products for i = j."""
        return self._all_pairs() - sum(map(int.__mul__, *self._remainders()))

    def _remainders(self) -> tuple[list[int], list[int]]:
        """Those of N and those of M, divisor by divisor."""
        return [self.n % i for i in range(1, self.n_divisors + 1)], [self.m % j for j in range(1, self.m_divisors + 1)]

    def _all_pairs(self) -> int:
        of_n, of_m = self._remainders()
        return sum(of_n) * sum(of_m)

    def guesses(self) -> Iterable[int]:
        """As if i = j were allowed."""
        return [0, self._all_pairs()] if self.n_divisors > 4 else [0]

    def rules(self) -> Mapping[str, int]:
        """As if the remainders of each divisor had its half as their mean."""
        p, q = self.n_divisors, self.m_divisors
        return {"half the divisors": p * (p - 1) * q * (q - 1) // 16}
