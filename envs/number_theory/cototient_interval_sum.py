"""Add up, over an interval, how many smaller integers share a factor."""

from collections.abc import Mapping
from math import isqrt
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import rungs


class CototientIntervalSum(Environment):
    """The integers from 1 to x that share a factor with x, counted for all x from L to R: for two or three x at first.

    From level 4 on there are a tenth more, and one, with each level. L is at most 16 at first, 500 at level 4, then grows by
    three tenths; it is at least a quarter of the level's largest. Reward: exact.
    """

    low: int
    high: int

    paper_name = "SumPHIInterval"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {
            "length": rungs((3, 3, 3, 3, 4), level, percent=10, plus=1),
            "start": rungs((16, 50, 360, 430, 500), level, percent=30),
        }

    @classmethod
    def draw(cls, rng: Random, length: int, start: int) -> Self:
        low = rng.randint(max(2, start // 4), start)
        return cls(low=low, high=low + rng.randint(length - max(1, length // 5), length) - 1)

    def statement(self) -> str:
        return (
            "Let F(x) be the number of integers from 1 to x that have a common factor above 1 with x (x itself is one of them). "
            f"Give the sum of F(x) over all integers x from {self.low} to {self.high}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """x - phi(x), the totients phi by a sieve of the interval: a divisor that is left over in an entry is a prime."""
        rest = list(range(self.low, self.high + 1))
        totients = rest[:]
        for p in range(2, isqrt(self.high) + 1):
            for i in range(-self.low % p, len(rest), p):
                if rest[i] and rest[i] % p == 0:
                    totients[i] -= totients[i] // p
                    while rest[i] % p == 0:
                        rest[i] //= p
        totients = [phi - phi // p if p > 1 else phi for phi, p in zip(totients, rest, strict=True)]
        return sum(range(self.low, self.high + 1)) - sum(totients)

    def rules(self) -> Mapping[str, int]:
        """As if only the least prime factor counted, and as if only 2 and 3 did."""
        numbers = range(self.low, self.high + 1)
        least = [next((p for p in range(2, isqrt(x) + 1) if x % p == 0), x) for x in numbers]
        return {
            "least factor": sum([x // p for x, p in zip(numbers, least, strict=True)]),
            "2 and 3": sum([(1, x // 2, x // 3, x * 2 // 3)[(x % 2 == 0) + 2 * (x % 3 == 0)] for x in numbers]),
        }
