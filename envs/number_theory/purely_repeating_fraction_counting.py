"""Count the fractions that repeat from the first digit on."""

from collections.abc import Iterable
from itertools import accumulate
from math import gcd
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.primes import moebius
from rlve.envs.toolkit.sizes import rungs


class PurelyRepeatingFractionCounting(Environment):
    """How many values x / y are purely periodic in base K; x and y at most 5 at first.

    They reach 10 at level 4, and two fifths more, and six, with each level from there on; their ranges end in the upper half of
    that. K is a multiple of 2, 3 or 5, so that it always excludes some y. Reward: exact.
    """

    x_high: int
    y_high: int
    base: int

    paper_name = "CirculatingDecimalCounting"
    version = 2
    max_level = 28

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        size = rungs((5, 6, 7, 8, 10), level, percent=40, plus=6)
        return {"size": size, "factor": rungs((2, 4, 10, 20, 40), level, plus=20)}

    @classmethod
    def draw(cls, rng: Random, size: int, factor: int) -> Self:
        base = rng.choice((2, 3, 5)) * rng.randint(1, factor)
        x_high, y_high = (rng.randint(size // 2, size) for _ in range(2))
        return cls(x_high=x_high, y_high=y_high, base=base)

    def statement(self) -> str:
        return (
            f"Take the numbers x / y with integers x from 1 to {self.x_high} and y from 1 to {self.y_high}, and write them in "
            f"base {self.base}. Such a number is purely periodic if it is an integer, or if one block of digits repeats forever "
            "from the first digit after the point on (a non-integer whose digits end is not purely periodic). Count the numbers "
            "that are purely periodic; a number that several pairs (x, y) give counts once."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        """In lowest terms y has to be coprime to the base, so count coprime pairs by Moebius inversion.

        A common divisor k of x and y matters only where it is coprime to the base, as y is.
        """
        coprime = [int(gcd(y, self.base) == 1) for y in range(self.y_high + 1)]
        up_to = list(accumulate(coprime))
        least = min(self.x_high, self.y_high)
        return sum(
            [sign * (self.x_high // k) * up_to[self.y_high // k] for k, sign in enumerate(moebius(least)) if sign and coprime[k]]
        )

    def guesses(self) -> Iterable[int]:
        return [self.x_high, self.x_high * self.y_high] if self.x_high > 4 else []
