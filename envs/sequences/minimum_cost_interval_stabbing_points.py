"""Choose points on a line so that the intervals that hold them cost least."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerSet, OptimizationEnvironment, grow
from rlve.envs.toolkit.text import rows

FAR = 10**9  # more than all intervals cost


class MinimumCostIntervalStabbingPoints(OptimizationEnvironment):
    """K covered points for which the intervals that hold any of them cost least; a twentieth more points, and four, each level.

    Every interval that holds a chosen point is paid for, once. Long dear ones lie side by side, short cheap ones anywhere; K is
    30 to 50 percent of the covered points. Always taking the point that adds least does not succeed.
    Reward: (least cost / cost)^20.
    """

    n: int
    intervals: Sequence[Sequence[int]]
    k: int

    paper_name = "Minimum_DominatingInterval"
    max_level = 20
    goal = "minimum"
    exponent = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(16, level, percent=5, plus=4)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        intervals, start = [], 0
        while start < n:
            length = rng.randint(1, 5)
            if rng.random() < 0.85:
                intervals.append((start, min(start + length, n) - 1, rng.randint(10, 20)))
            start += length
        for _ in range(n):
            length = rng.choice((1, 1, 2))
            left = rng.randint(0, n - length)
            intervals.append((left, left + length - 1, rng.randint(1, 9)))
        rng.shuffle(intervals)
        covered = len(_covered(intervals))
        return cls(n=n, intervals=intervals, k=max(2, rng.randint(3 * covered // 10, covered // 2)))

    def statement(self) -> str:
        return (
            f"Here are {len(self.intervals)} intervals on the integer points 0 to {self.n - 1} of a line, one a line as: "
            f"left right cost\n{rows(self.intervals)}\n"
            "An interval holds its points from left to right, both included. "
            f"Choose exactly {self.k} different points, each in at least one interval, such that the sum of the costs of the "
            "intervals that hold at least one chosen point is as small as possible; an interval that holds several of them "
            "costs once. Give the chosen points."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(length=self.k, low=0, high=self.n - 1)

    def solve(self) -> list[int]:
        """The cheapest choices of 1, 2, ... points by their last point, which adds the intervals that hold not the one before."""
        points = _covered(self.intervals)
        added = [self._added(point) for point in points]
        costs = [row[0] for row in added]
        steps = []  # for each further point of the choice: the best index of the point before, by the index of the last point
        for size in range(1, self.k):
            found = [
                min([(costs[j] + row[points[j] + 1], j) for j in range(size - 1, i)], default=(FAR, 0))
                for i, row in enumerate(added)
            ]
            costs = [cost for cost, _ in found]
            steps.append([j for _, j in found])
        last = min(range(len(points)), key=costs.__getitem__)
        chosen = [last]
        for step in reversed(steps):
            chosen.append(step[chosen[-1]])
        return [points[i] for i in chosen]

    def _added(self, point: int) -> list[int]:
        """What the intervals that hold the point cost, by the least left end that counts."""
        starting = [0] * (point + 2)
        for left, right, cost in self.intervals:
            if left <= point <= right:
                starting[left] += cost
        return list(accumulate(starting[::-1]))[::-1]

    def objective(self, answer: Sequence[int], /) -> int:
        covered = _covered(self.intervals)
        for point in answer:
            if point not in covered:
                raise Infeasible(f"point {point} is in no interval")
        return sum([cost for left, right, cost in self.intervals if any(left <= point <= right for point in answer)])

    def guesses(self) -> Iterable[Sequence[int]]:
        points = _covered(self.intervals)
        by_cost = sorted(points, key=lambda point: self._added(point)[0])
        return [points[: self.k], points[-self.k :], by_cost[: self.k], self._greedy()]

    def _greedy(self) -> list[int]:
        """Point after point, the one that adds the least cost."""
        points, unpaid, chosen = _covered(self.intervals), list(self.intervals), []
        for _ in range(self.k):
            point = min(points, key=lambda point: sum([cost for left, right, cost in unpaid if left <= point <= right]))
            unpaid = [interval for interval in unpaid if not interval[0] <= point <= interval[1]]
            points.remove(point)
            chosen.append(point)
        return chosen


def _covered(intervals: Iterable[Sequence[int]]) -> list[int]:
    """The points that are in at least one interval, in ascending order."""
    return sorted({point for left, right, _ in intervals for point in range(left, right + 1)})
