"""Find a point with the least weighted sum of Chebyshev distances to given points."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment, grow
from rlve.envs.toolkit.text import rows


class WeightedChebyshevMedianPoint(OptimizationEnvironment):
    """A lattice point for which N weights times the larger of the distances in x and y add up to the least sum.

    Three points at first, a tenth more, and one, with each level. From level 3 on no given point, and no point of medians, is
    best. Reward: (least sum / sum)^20.
    """

    points: Sequence[Sequence[int]]
    side: int

    paper_name = "MinSumChebyshevDistance"
    max_level = 30
    goal = "minimum"
    exponent = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = grow(3, level, percent=10, plus=1)
        return {"n": n, "side": 3 * n, "heaviest": 3 + level // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, side: int, heaviest: int) -> Self:
        points = [(rng.randint(0, side), rng.randint(0, side), rng.randint(1, heaviest)) for _ in range(n)]
        return cls(points=points, side=side)

    def statement(self) -> str:
        return (
            f"Here are {len(self.points)} points of the plane, one a line as: x y weight\n{rows(self.points)}\n"
            "The distance of two points is the larger one of the differences of their x and of their y. Choose a point with "
            f"integers x and y from 0 to {self.side} such that the sum of weight times distance over all the given points is as "
            "small as possible. It may be one of them. Give its x and y."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=2, low=0, high=self.side)

    def solve(self) -> list[int]:
        """In u = x + y and v = x - y twice the distance is |u - u'| + |v - v'|: take medians, and of u and v both odd or even."""
        u = _median([(x + y, weight) for x, y, weight in self.points])
        v = _median([(x - y, weight) for x, y, weight in self.points])
        shifts = ((0, 1), (0, -1), (1, 0), (-1, 0)) if (u + v) % 2 else ((0, 0),)
        places = [((u + p + v + q) // 2, (u + p - v - q) // 2) for p, q in shifts]
        # To move into the box of the given points makes no distance larger.
        inside = [[min(max(x, 0), self.side), min(max(y, 0), self.side)] for x, y in places]
        return min(inside, key=self.objective)

    def objective(self, answer: Sequence[int], /) -> int:
        a, b = answer
        return sum([weight * max(abs(x - a), abs(y - b)) for x, y, weight in self.points])

    def guesses(self) -> Iterable[Sequence[int]]:
        if len(self.points) < 6:
            return
        yield min([point[:2] for point in self.points], key=self.objective)
        yield [_median([(point[axis], point[2]) for point in self.points]) for axis in (0, 1)]

    def rules(self) -> Mapping[str, Sequence[int]]:
        total = sum([weight for _, _, weight in self.points])
        mean = [(2 * sum([point[axis] * point[2] for point in self.points]) + total) // (2 * total) for axis in (0, 1)]
        return {
            "the weighted mean": mean,
            "the heaviest point": max(self.points, key=lambda point: point[2])[:2],
            "the best given point": min([point[:2] for point in self.points], key=self.objective),
            "medians of x and of y": [_median([(point[axis], point[2]) for point in self.points]) for axis in (0, 1)],
        }


def _median(values: Iterable[tuple[int, int]]) -> int:
    """A weighted median of (value, weight) pairs."""
    values = sorted(values)
    sums = list(accumulate([weight for _, weight in values]))
    return values[bisect_left(sums, -(-sums[-1] // 2))][0]
