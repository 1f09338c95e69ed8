"""Add up the numbers of divisors of the products of two ranges."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import isqrt
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.primes import DIVISOR_COUNT, divisor_count_sum, moebius
from rlve.envs.toolkit.sizes import near, rungs
from rlve.envs.toolkit.text import between


class DivisorCountOfProductSum(Environment):
    """The divisors of all products of an integer of one range and one of another.

    At first one range holds a single integer and the other two; both hold three at level 4, and two fifths more, and one, with
    each level from there on. Each starts anywhere from 1 to the level's largest start, which is 6 at first and becomes ten
    times the length. Reward: exact.
    """

    xs: Sequence[int]
    ys: Sequence[int]

    paper_name = "SumProductDivisorNum"
    version = 2
    max_level = 26

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        long = rungs((2, 2, 3, 3, 3), level, percent=40, plus=1)
        short, start = ((1, 6), (2, 6), (2, 20), (2, 22))[level] if level < 4 else (long, 10 * long)
        return {"short": short, "long": long, "start": start}

    @classmethod
    def draw(cls, rng: Random, short: int, long: int, start: int) -> Self:
        lengths = rng.sample([near(rng, short), near(rng, long)], 2)
        lows = [rng.randint(1, start) for _ in lengths]
        xs, ys = ([low, low + length - 1] for low, length in zip(lows, lengths, strict=True))
        return cls(xs=xs, ys=ys)

    def statement(self) -> str:
        return (
            f"{DIVISOR_COUNT}. Give the sum of d(x * y) over all pairs (x, y) of integers with "
            f"{between('x', self.xs)} and {between('y', self.ys)}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        """d(xy) counts the coprime pairs of a divisor of x and one of y; Moebius inversion takes the coprimality out."""
        (x_low, x_high), (y_low, y_high) = self.xs, self.ys
        sums = list(accumulate(_divisor_counts(max(x_high, y_high))))
        return sum(
            [
                sign * (sums[x_high // k] - sums[(x_low - 1) // k]) * (sums[y_high // k] - sums[(y_low - 1) // k])
                for k, sign in enumerate(moebius(min(x_high, y_high)))
                if k and sign
            ]
        )

    def guesses(self) -> Iterable[int]:
        """As if d(x * y) were d(x) * d(y) throughout."""
        if self.xs[1] - self.xs[0] < 2:
            return []
        x_sum, y_sum = (divisor_count_sum(high) - divisor_count_sum(low - 1) for low, high in (self.xs, self.ys))
        return [x_sum * y_sum]


def _divisor_counts(n: int) -> list[int]:
    """The numbers of divisors of 0 to n, with 0 for 0; divisors are counted in pairs k * m with k <= m."""
    counts = [0] * (n + 1)
    for k in range(1, isqrt(n) + 1):
        counts[k * k] += 1
        counts[k * (k + 1) :: k] = [count + 2 for count in counts[k * (k + 1) :: k]]
    return counts
