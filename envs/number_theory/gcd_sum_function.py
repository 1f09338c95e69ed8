"""Add up the greatest common divisors of an integer with those of a range."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.primes import factorization
from rlve.envs.toolkit.ranges import multiples, random_range
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import between


class GcdSumFunction(Environment):
    """gcd(i, N) added up over the integers i of a range: of four at first, of nine at level 4, then half as many again.

    N is the product of two integers, so that it has divisors enough; they are 2 to 4 at first, up to 11 at level 4, and a fifth
    larger, and one, with each level. The range starts anywhere from 2 to three times the level's largest factor; it is 1 to N in
    the paper, which has a short formula. Reward: exact.
    """

    n: int
    bounds: Sequence[int]

    paper_name = "SumGCDWithIndividual"
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {
            "length": rungs((4, 5, 6, 7, 9), level, percent=50),
            "factor": rungs((4, 6, 8, 10, 11), level, percent=20, plus=1),
        }

    @classmethod
    def draw(cls, rng: Random, length: int, factor: int) -> Self:
        n = rng.randint(factor // 2, factor) * rng.randint(factor // 2, factor)
        return cls(n=n, bounds=random_range(rng, length, 3 * factor))

    def statement(self) -> str:
        return (
            f"Let gcd(i, {self.n}) be the greatest common divisor of an integer i and {self.n}. "
            f"Give the sum of gcd(i, {self.n}) over all integers i with {between('i', self.bounds)}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        """gcd(i, N) is the sum of Euler's totients of the divisors of N that divide i."""
        totients = [(1, 1)]
        for prime, exponent in factorization(self.n):
            powers = [(prime**e, prime ** (e - 1) * (prime - 1)) for e in range(1, exponent + 1)]
            totients += [(d * power, totient * factor) for d, totient in totients for power, factor in powers]
        return sum([totient * multiples(d, self.bounds) for d, totient in totients])

    def guesses(self) -> Iterable[int]:
        length = self.bounds[1] - self.bounds[0] + 1
        return [length, length + self.n - 1, 2 * self.n - 1]
