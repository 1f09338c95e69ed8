"""Count the pairs of two ranges of integers whose greatest common divisor is a prime."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.primes import moebius, primes_up_to
from rlve.envs.toolkit.ranges import multiples, random_range
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import between


class PrimeGcdPairsCount(Environment):
    """How many pairs of two ranges have a prime number as their greatest common divisor.

    Each range has 3 integers at first, 5 at level 3, and half as many again with each level from there on. It starts anywhere
    from 2 to the level's largest start, which is 8 at first and from level 3 on about six times the length. Reward: exact.
    """

    xs: Sequence[int]
    ys: Sequence[int]

    paper_name = "GCDPrime_Counting"
    max_level = 23  # integers up to 110,000

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"length": rungs((3, 3, 4, 5), level, percent=50), "start": rungs((8, 12, 22, 30), level, percent=50)}

    @classmethod
    def draw(cls, rng: Random, length: int, start: int) -> Self:
        return cls(xs=random_range(rng, length, start), ys=random_range(rng, length, start))

    def statement(self) -> str:
        return (
            f"Take all pairs (x, y) of integers with {between('x', self.xs)} and {between('y', self.ys)}. "
            "For how many of these ordered pairs is the greatest common divisor of x and y a prime number? (1 is no prime.)"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """For each prime p the pairs of multiples of p that are coprime when divided by it, by Moebius inversion."""
        top = min(self.xs[1], self.ys[1])
        mu = moebius(top)[1:]
        both = [0, *[multiples(d, self.xs) * multiples(d, self.ys) for d in range(1, top + 1)]]
        return sum([sum(map(int.__mul__, both[p::p], mu)) for p in primes_up_to(top)])

    def rules(self) -> Mapping[str, int]:
        """Both even; a shared factor of 2 or 3; the share of such pairs among all integers, 0.275."""
        pairs, two, three, six = (multiples(d, self.xs) * multiples(d, self.ys) for d in (1, 2, 3, 6))
        return {"both even": two, "2 or 3 divides both": two + three - six, "0.275 of all": (275 * pairs + 500) // 1000}
