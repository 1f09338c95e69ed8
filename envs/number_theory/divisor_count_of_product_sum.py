"""Add up the numbers of divisors of the products of two ranges."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import isqrt
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.primes import DIVISOR_COUNT, divisor_count_sum, moebius
from rlve.envs.toolkit.sizes import near


class DivisorCountOfProductSum(Environment):
    """The divisors of all products of an integer of one range and one of another; ranges two fifths longer with each level.

    Each range starts anywhere from 1 to eight times the level's length. Reward: exact.
    """

    xs: Sequence[int]
    ys: Sequence[int]

    paper_name = "SumProductDivisorNum"
    max_level = 22

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"length": grow(3, level, percent=40, plus=1)}

    @classmethod
    def draw(cls, rng: Random, length: int) -> Self:
        starts = [rng.randint(1, 8 * length) for _ in range(2)]
        xs, ys = ([start, start + near(rng, length) - 1] for start in starts)
        return cls(xs=xs, ys=ys)

    def statement(self) -> str:
        (x_low, x_high), (y_low, y_high) = self.xs, self.ys
        return (
            f"{DIVISOR_COUNT}. "
            f"Give the sum of d(x * y) over all ordered pairs (x, y) of integers with {x_low} <= x <= {x_high} and "
            f"{y_low} <= y <= {y_high}."
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
        x_sum, y_sum = (divisor_count_sum(high) - divisor_count_sum(low - 1) for low, high in (self.xs, self.ys))
        return [x_sum * y_sum]


def _divisor_counts(n: int) -> list[int]:
    """The numbers of divisors of 0 to n, with 0 for 0; divisors are counted in pairs k * m with k <= m."""
    counts = [0] * (n + 1)
    for k in range(1, isqrt(n) + 1):
        counts[k * k] += 1
        counts[k * (k + 1) :: k] = [count + 2 for count in counts[k * (k + 1) :: k]]
    return counts
