"""Choose an integer of each of two ranges with the largest greatest common divisor."""

from collections.abc import Iterable, Mapping, Sequence
from math import gcd
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import between


class MaxGcdInTwoRanges(OptimizationEnvironment):
    """X and Y of two ranges without a common integer, whose greatest common divisor is as large as possible.

    All integers are at most 16 at first, 60 at level 4, then half as large again with each level. The lower range starts between
    a third and two thirds of that, the higher one ends in the last sixth. From level 2 on no two ends of the ranges are a best
    pair. Reward: (share of the largest greatest common divisor)^3.
    """

    xs: Sequence[int]
    ys: Sequence[int]

    paper_name = "PanSolarPanels"
    goal = "maximum"
    exponent = 3

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"largest": rungs((16, 24, 36, 48, 60), level, percent=50)}

    @classmethod
    def draw(cls, rng: Random, largest: int) -> Self:
        """Each range is at most a third of what lies between the start of the lower and the end of the higher one."""
        low, high = rng.randint(largest // 3, 2 * largest // 3), rng.randint(largest - largest // 6, largest)
        longest = max(2, (high - low) // 3)
        low_end = rng.randint(low + 1, low + longest)
        high_start = rng.randint(max(low_end + 1, high - longest), high - 1)
        xs, ys = rng.sample([(low, low_end), (high_start, high)], 2)
        return cls(xs=xs, ys=ys)

    def statement(self) -> str:
        return (
            f"Choose integers X and Y with {between('X', self.xs)} and {between('Y', self.ys)} "
            "whose greatest common divisor is as large as possible. Give X, then Y."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=2, low=min(self.xs[0], self.ys[0]), high=max(self.xs[1], self.ys[1]))

    def solve(self) -> tuple[int, int]:
        """Take the largest g with a multiple in both ranges.

        Where the k-th multiple is the last up to a range's end and lies before its start, g has to fall until one more fits.
        """
        (x_low, x_high), (y_low, y_high) = self.xs, self.ys
        g = min(x_high, y_high)
        while True:
            x, y = x_high // g, y_high // g
            if x * g < x_low:
                g = x_high // (x + 1)
            elif y * g < y_low:
                g = y_high // (y + 1)
            else:
                return x * g, y * g

    def objective(self, answer: Sequence[int], /) -> int:
        x, y = answer
        if not (self.xs[0] <= x <= self.xs[1] and self.ys[0] <= y <= self.ys[1]):
            raise Infeasible("X or Y is outside its range")
        return gcd(x, y)

    def guesses(self) -> Iterable[Sequence[int]]:
        """The upper ends of the ranges, from level 2 on all pairs of ends."""
        ends = [(x, y) for x in self.xs for y in self.ys]
        return ends if max(ends[-1]) > 24 else ends[-1:]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The last multiples of lengths and gaps; the k-th multiple and the next, for one k."""
        (a, b), (c, d) = sorted([self.xs, self.ys])
        lengths = {"shorter": min(b - a, d - c) + 1, "longer": max(b - a, d - c) + 1, "gap": c - b, "ends": d - b}
        found = {f"multiples of {name}": (b // g * g, d // g * g) for name, g in lengths.items()}
        for k in (1, 2, 3):
            g = min(b // k, d // (k + 1))
            found[f"{k} and {k + 1} times"] = (k * g, (k + 1) * g)
        return found if self.xs < self.ys else {name: pair[::-1] for name, pair in found.items()}
