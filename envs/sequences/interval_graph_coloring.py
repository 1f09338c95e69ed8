"""Colour intervals with as few colours as possible."""

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.graphs import first_fit_colouring
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import numbered_rows


class IntervalGraphColoring(OptimizationEnvironment):
    """A proper colouring of N closed intervals with the fewest colours; a tenth more intervals, and one, with each level.

    Two layers of disjoint intervals, five in all, at first. From level 3 on a chain of long intervals, each with two others
    inside and two between it and the next, so that first fit rarely succeeds with the long ones first, or the short ones, or
    those that share points with most others; from level 7 on with one layer of others, from level 14 on with two.
    Reward: (fewest colours / colours)^8.
    """

    intervals: Sequence[Sequence[int]]

    paper_name = "MinimumChromaticNumber_SegmentOverlap"
    max_level = 22
    goal = "minimum"
    exponent = 8

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        sizes = {"n": rungs((5, 6, 7, 8), level, percent=10, plus=1)}
        return sizes | {"chained": 2 * (level >= 3), "layers": 2 + (level >= 7) + (level >= 14)}

    @classmethod
    def draw(cls, rng: Random, n: int, chained: int, layers: int) -> Self:
        plain = layers - chained
        others = plain * n // (2 * chained + plain)
        intervals = _chain(rng, n - others)
        last = max([right for _, right in intervals], default=n + 1 + n // 5)
        for layer in range(plain):
            points = sorted(rng.sample(range(1, last + 1), 2 * ((others + layer) // plain)))
            intervals += zip(points[::2], points[1::2], strict=True)
        return cls(intervals=rng.sample(intervals, n))

    def statement(self) -> str:
        n = len(self.intervals)
        return (
            f"Here are the intervals 0 to {n - 1} of a line, one a line as: number: left right\n{numbered_rows(self.intervals)}\n"
            "An interval holds all points from left to right, both ends included. Colour the intervals with the colours 0, 1, 2 "
            "and so on, so that any two that share a point have different colours. Use as few different colours as possible. "
            "Give the colours of the intervals in order, that of interval 0 first."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.intervals)
        return IntegerList(n, low=0, high=n - 1)

    def solve(self) -> list[int]:
        """From left to right: the colour of the interval that ended first, if it ended before this one begins, else a new one."""
        colours = [0] * len(self.intervals)
        ended: list[tuple[int, int]] = []  # right end and colour of the last interval of each colour
        for left, right, i in sorted([(left, right, i) for i, (left, right) in enumerate(self.intervals)]):
            colours[i] = heappop(ended)[1] if ended and ended[0][0] < left else len(ended)
            heappush(ended, (right, colours[i]))
        return colours

    def objective(self, answer: Sequence[int], /) -> int:
        ends: dict[int, int] = {}  # by colour
        for left, right, colour in sorted([(*ends, colour) for ends, colour in zip(self.intervals, answer, strict=True)]):
            if ends.get(colour, left - 1) >= left:
                raise Infeasible(f"two intervals that share the point {left} have the colour {colour}")
            ends[colour] = right
        return len(ends)

    def guesses(self) -> Iterable[Sequence[int]]:
        n = len(self.intervals)
        return [[0] * n, first_fit_colouring(self._meeting(), range(n))] if n > 7 else [[0] * n]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """To each interval the first colour that none of those it shares a point with has."""
        meeting, indices = self._meeting(), range(len(self.intervals))
        long = sorted(indices, key=lambda i: self.intervals[i][0] - self.intervals[i][1])
        busiest = sorted(indices, key=lambda i: -len(meeting[i]))
        middle = sorted(indices, key=lambda i: sum(self.intervals[i]))
        orders = {"longest": long, "shortest": long[::-1], "busiest": busiest, "by the middle": middle}
        return {f"first fit, {name}": first_fit_colouring(meeting, order) for name, order in orders.items()}

    def _meeting(self) -> list[list[int]]:
        """For each interval those that share a point with it, and itself."""
        return [[i for i, (a, b) in enumerate(self.intervals) if a <= d and c <= b] for c, d in self.intervals]


def _chain(rng: Random, count: int) -> list[tuple[int, int]]:
    """That many intervals: a long one, two inside it, two that lead from its right end to the left end of the next, and so on."""
    chain: list[tuple[int, int]] = []
    start = rng.randint(1, 3)
    while len(chain) < count:
        end = start + rng.randint(5, 8)
        chain.append((start, end))
        inner = start + 1
        for _ in range(2):
            chain.append((inner, inner + rng.randint(0, 1)))
            inner = chain[-1][1] + rng.randint(1, 2)
        for _ in range(2):
            start, end = end, end + rng.randint(1, 2)
            chain.append((start, end))
        start = end
    return chain[:count]
