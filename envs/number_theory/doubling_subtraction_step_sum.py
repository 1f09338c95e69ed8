"""Add up the steps of a process on pairs of integers."""

from collections.abc import Iterable, Mapping, Sequence
from math import gcd
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import between


class DoublingSubtractionStepSum(Environment):
    """The steps until both numbers are equal, where the smaller is doubled and taken from the larger, for several pairs.

    Two given pairs at levels 0 and 1, three at level 2, most of which come to an end; from level 3 on all pairs of a box of
    6 x 7 integers, its sides a fifth longer, and one, with each level. In the box a pair that ends is planted whose sum is no
    power of two. The numbers are at most 18 at first, and grow by two fifths from level 3 on. Reward: exact.
    """

    pairs: Sequence[tuple[int, int]]
    a_range: Sequence[int]
    b_range: Sequence[int]

    paper_name = "SumPseudoEuclidean"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {
            "pairs": (2, 2, 3)[min(level, 2)],
            "side": rungs((0, 0, 0, 6), level, percent=20, plus=1),
            "largest": rungs((18, 28, 36, 44), level, percent=40),
        }

    @classmethod
    def draw(cls, rng: Random, pairs: int, side: int, largest: int) -> Self:
        if side:
            (a, b), (height, width) = _ending(rng, largest, 3), rng.sample((side, side + 1), 2)
            a, b = (rng.randint(max(1, high - length + 1), high) for high, length in ((a, height), (b, width)))
            return cls(pairs=[], a_range=(a, a + height - 1), b_range=(b, b + width - 1))
        some = [_ending(rng, largest, rng.randint(1, 3)) for _ in range(pairs)]
        if rng.randrange(2):
            some[rng.randrange(pairs)] = rng.randint(1, 6), rng.randint(1, 6)
        return cls(pairs=some, a_range=[], b_range=[])

    def acceptable(self) -> bool:
        return len(set(self.pairs)) == len(self.pairs)

    def statement(self) -> str:
        wanted = " + ".join([f"f({a}, {b})" for a, b in self.pairs])
        if not self.pairs:
            box = f"{between('a', self.a_range)} and {between('b', self.b_range)}"
            wanted = f"the sum of f(a, b) over all pairs of integers with {box}"
        return (
            "Take a pair (a, b) of positive integers and go on as long as a and b differ: if a > b, replace it by (a - b, 2b), "
            "if a < b, by (2a, b - a). Let f(a, b) be the number of these replacements, or 0 if they never end. "
            f"Give {wanted}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """a + b stays as it is. The process ends where (a + b) / gcd(a, b) is a power 2^k, after k - 1 steps.

        In a box these are the multiples g * (i, j) of pairs of odd i and j with the sum 2^k: count the g for each of them.
        """
        if self.pairs:
            return sum([_steps((a + b) // gcd(a, b)) for a, b in self.pairs])
        (a_low, a_high), (b_low, b_high) = self.a_range, self.b_range
        total = 0
        power = 4
        while power <= a_high + b_high:
            for i in range(max(0, power - b_high) | 1, min(power, a_high + 1), 2):
                j = power - i
                factors = min(a_high // i, b_high // j) - max(-(-a_low // i), -(-b_low // j)) + 1
                if factors > 0:
                    total += factors * _steps(power)
            power *= 2
        return total

    def guesses(self) -> Iterable[int]:
        return [0]

    def rules(self) -> Mapping[str, int]:
        """As if the pairs ended whose sum is a power of two, and only they."""
        pairs = self.pairs or [
            (a, b) for a in range(self.a_range[0], self.a_range[1] + 1) for b in range(self.b_range[0], self.b_range[1] + 1)
        ]
        return {"sums that are powers of two": sum([_steps(a + b) for a, b in pairs if a != b])}


def _ending(rng: Random, largest: int, factor: int) -> tuple[int, int]:
    """A pair that ends: a multiple of two odd numbers with a power of two as their sum."""
    factor = rng.choice(range(factor, max(factor, largest // 8) + 1, 2))
    power = rng.choice([2**k for k in range(2, largest.bit_length()) if 2**k * factor <= largest] or [4])
    part = rng.randrange(1, power, 2)
    return factor * part, factor * (power - part)


def _steps(total: int) -> int:
    """The steps of a pair without a common divisor, by its sum."""
    return 0 if total & (total - 1) else total.bit_length() - 2
