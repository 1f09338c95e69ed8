"""Add up powers of the greatest common divisors of two ranges of integers."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.primes import primes_up_to
from rlve.envs.toolkit.ranges import multiples, random_range
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import between


class GcdPowerPairSum(Environment):
    """The K-th powers of the greatest common divisors of all pairs of an integer of one range and one of another.

    Each range has 2 integers at first, 4 at level 4, and two fifths more, and one, with each level from there on. It starts
    anywhere from 2 to the level's largest start, which is 8 at first and from level 4 on six times the length. K is 2 or 3, from
    level 3 on also 4, from level 7 on also 5. Reward: exact.
    """

    xs: Sequence[int]
    ys: Sequence[int]
    power: int

    paper_name = "SumGCD"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        long = rungs((2, 3, 3, 4, 4), level, percent=40, plus=1)
        short, start = ((2, 8), (2, 10), (3, 16), (3, 20))[level] if level < 4 else (long, 6 * long)
        return {"short": short, "long": long, "start": start, "power": min(5, 3 + (level + 1) // 4)}

    @classmethod
    def draw(cls, rng: Random, short: int, long: int, start: int, power: int) -> Self:
        xs, ys = [random_range(rng, length, start) for length in rng.sample([short, long], 2)]
        return cls(xs=xs, ys=ys, power=rng.randint(2, power))

    def statement(self) -> str:
        return (
            f"Take all pairs (x, y) of integers with {between('x', self.xs)} and {between('y', self.ys)}. "
            "For each of these ordered pairs find the greatest common divisor of x and y, and raise it to the power of "
            f"{self.power}. Give the sum of these powers."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        """g^K is the sum of Jordan's totients J_K(d) over the divisors d of g; each d counts in the pairs that it divides."""
        totients = _jordan(min(self.xs[1], self.ys[1]), self.power)
        return sum([totients[d] * multiples(d, self.xs) * multiples(d, self.ys) for d in range(1, len(totients))])

    def guesses(self) -> Iterable[int]:
        """As if no greatest common divisor were larger than 2, from level 3 on."""
        if self.xs[1] - self.xs[0] + self.ys[1] - self.ys[0] < 5:
            return []
        return [sum([t * multiples(d, self.xs) * multiples(d, self.ys) for d, t in ((1, 1), (2, 2**self.power - 1))])]


def _jordan(n: int, power: int) -> list[int]:
    """Jordan's totient at 0 to n: d^K times 1 - p^-K for each prime p that divides d."""
    values = [d**power for d in range(n + 1)]
    for p in primes_up_to(n):
        values[p::p] = [value - value // p**power for value in values[p::p]]
    return values
