"""Add up squares over all factorizations into three integers."""

from collections.abc import Mapping
from math import isqrt
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import near, rungs
from rlve.envs.toolkit.text import between


class IntegerFactorTripleL1SquareSum(Environment):
    """(|x| + |y| + |z| - C)^2 added up over the ordered triples of integers with a product from A to B.

    The range holds one product at first, three at level 4, and a third more, and one, with each level. It starts anywhere from 2
    to the level's largest start, which is 9 at first, 70 at level 4, and then three tenths larger with each level. C is 1 to 5 at
    first, and up to three more with each level; it is 0 in the paper. Reward: exact.
    """

    low: int
    high: int
    offset: int

    paper_name = "SumManhattan_CurvedSurface"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {
            "length": rungs((1, 2, 2, 3, 3), level, percent=33, plus=1),
            "start": rungs((9, 12, 50, 60, 70), level, percent=30),
            "offset": 5 + 3 * level,
        }

    @classmethod
    def draw(cls, rng: Random, length: int, start: int, offset: int) -> Self:
        low = rng.randint(2, start)
        return cls(low=low, high=low + near(rng, length) - 1, offset=rng.randint(1, offset))

    def statement(self) -> str:
        return (
            f"Take all ordered triples (x, y, z) of integers, negative ones too, with "
            f"{between('x * y * z', (self.low, self.high))}. "
            f"Give the sum of (|x| + |y| + |z| - {self.offset})^2 over all of these triples."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """Positive x <= y <= z, each in all its orders; the product is positive for four of the eight choices of signs."""
        total = 0
        x = 1
        while x**3 <= self.high:
            for y in range(x, isqrt(self.high // x) + 1):
                xy = x * y
                first, last = max(y, -(-self.low // xy)), self.high // xy
                if first > last:
                    continue
                shift = x + y - self.offset
                orders = 3 if x == y else 6
                total += orders * (_squares(last + shift) - _squares(first - 1 + shift))
                if first == y:  # y = z: half of the orders, or a single one where x = y = z
                    total -= (2 if x == y else 3) * (shift + y) ** 2
            x += 1
        return 4 * total

    def rules(self) -> Mapping[str, int]:
        """As if all products were prime."""
        return {"all primes": sum([12 * (k + 2 - self.offset) ** 2 for k in range(self.low, self.high + 1)])}


def _squares(n: int) -> int:
    """A function whose differences f(n) - f(n - 1) are n^2, for negative n too."""
    return n * (n + 1) * (2 * n + 1) // 6
