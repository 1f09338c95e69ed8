"""Add up the least common multiples of two ranges of integers."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.primes import primes_up_to
from rlve.envs.toolkit.ranges import multiples, random_range
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import between


class LcmPairSum(Environment):
    """The least common multiples of all pairs of an integer of one range and one of another, added up.

    At first one range holds a single integer and the other three; it is three and four at level 4, six each at level 5, and two
    fifths more, and one, with each level from there on. Each starts anywhere from 2 to the level's largest start, which is 8 at
    first and from level 4 on six times the length. Not all pairs are coprime. Reward: exact.
    """

    xs: Sequence[int]
    ys: Sequence[int]

    paper_name = "SumLCM"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        long = rungs((3, 3, 3, 4, 4), level, percent=40, plus=1)
        short, start = ((1, 8), (2, 9), (2, 20), (2, 22), (3, 24))[level] if level < 5 else (long, 6 * long)
        return {"short": short, "long": long, "start": start}

    @classmethod
    def draw(cls, rng: Random, short: int, long: int, start: int) -> Self:
        xs, ys = [random_range(rng, length, start) for length in rng.sample([short, long], 2)]
        return cls(xs=xs, ys=ys)

    def statement(self) -> str:
        return (
            f"Take all pairs (x, y) of integers with {between('x', self.xs)} and {between('y', self.ys)}. "
            "Give the sum of the least common multiples of x and y over all of these ordered pairs."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        """lcm(x, y) = x y / gcd(x, y), and 1 / g is the sum of h(d) / d^2 over the divisors d of g."""
        weights = _weights(min(self.xs[1], self.ys[1]))
        return sum([weights[d] * _quotients(d, self.xs) * _quotients(d, self.ys) for d in range(1, len(weights))])

    def guesses(self) -> Iterable[int]:
        """As if no two were divisible by the same integer; from level 3 on also as if only by 2."""
        products, halves = [_quotients(d, self.xs) * _quotients(d, self.ys) for d in (1, 2)]
        return [products] if self.xs[1] - self.xs[0] + self.ys[1] - self.ys[0] < 4 else [products, products - 2 * halves]


def _quotients(d: int, bounds: Sequence[int]) -> int:
    """The sum of the multiples of d in a range, divided by d: first and last of them in turn, averaged."""
    low, high = bounds
    return ((low - 1) // d + 1 + high // d) * multiples(d, bounds) // 2


def _weights(n: int) -> list[int]:
    """h at 0 to n: d times 1 - p for each prime p that divides d."""
    values = [*range(n + 1)]
    for p in primes_up_to(n):
        values[p::p] = [value * (1 - p) for value in values[p::p]]
    return values
