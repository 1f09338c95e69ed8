"""Choose points on a line so that the intervals that hold them cost least."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerSet, OptimizationEnvironment, grow
from rlve.envs.toolkit.text import rows

FAR = 10**9  # more than all intervals cost


class MinimumCostIntervalStabbingPoints(OptimizationEnvironment):
    """K covered points for which the intervals that hold any of them cost least; a fifth more points, and one, with each level.

    Four points at first. Every interval that holds a chosen point is paid for, once. Long dear ones lie side by side, short
    cheap ones anywhere; K is 30 to 50 percent of the covered points. From level 3 on, always taking the point that adds least
    does not succeed. Reward: (least cost / cost)^20.
    """

    n: int
    intervals: Sequence[Sequence[int]]
    k: int

    paper_name = "Minimum_DominatingInterval"
    version = 3
    max_level = 17
    goal = "minimum"
    exponent = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=20, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        intervals, start = [], 0
        while start < n:
            length = rng.randint(1, 5)
            if rng.random() < 0.85:
                intervals.append((start, min(start + length, n) - 1, rng.randint(5, 9) if n < 9 else rng.randint(10, 20)))
            start += length
        for left in rng.sample(range(n), 4 * n // 5):
            right = min(left + rng.choice((0, 0, 1)), n - 1)
            intervals.append((left, right, rng.randint(1, 5 if n < 9 else 9)))
        rng.shuffle(intervals)
        covered = len(_covered(intervals))
        return cls(n=n, intervals=intervals, k=max(2, rng.randint(3 * covered // 10, covered // 2)))

    def statement(self) -> str:
        return (
            f"Here are {len(self.intervals)} intervals on the integer points 0 to {self.n - 1} of a line, one a line as: "
            f"left right cost\n{rows(self.intervals)}\n"
            "An interval holds the points from left to right, both included. "
            f"Choose exactly {self.k} different points, each in at least one interval. Each interval that holds a chosen point "
            "must be paid for; one that holds several of them is paid for once. Make the sum of the costs paid as small as "
            "possible. Give the chosen points."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(length=self.k, low=0, high=self.n - 1)

    def solve(self) -> list[int]:
        """The cheapest choices of 1, 2, ... points by their last point, which adds the intervals that hold not the one before.

        A last point adds the same after all points that share no interval with it: of these only the cheapest counts.
        """
        points = _covered(self.intervals)
        added = self._added(points)
        costs = [row[-1] for row in added]
        steps = []  # for each further point of the choice: the best index of the point before, by the index of the last point
        for size in range(1, self.k):
            before, costs, step = costs, [FAR] * len(points), [0] * len(points)
            cheapest, where, near = FAR, 0, size - 1  # of the points below `near`, which is the first that matters by itself
            for i in range(size, len(points) - self.k + size + 1):
                row = added[i]
                while near < i + 1 - len(row):
                    if before[near] < cheapest:
                        cheapest, where = before[near], near
                    near += 1
                costs[i], step[i] = cheapest + row[-1], where
                for j in range(near, i):
                    if (cost := before[j] + row[i - j - 1]) < costs[i]:
                        costs[i], step[i] = cost, j
            steps.append(step)
        last = min(range(len(points)), key=costs.__getitem__)
        chosen = [last]
        for step in reversed(steps):
            chosen.append(step[chosen[-1]])
        return [points[i] for i in chosen]

    def _added(self, points: Sequence[int]) -> list[list[int]]:
        """For each of the covered points what it adds after the point 1, 2, ... places before it, up to one that shares no
        interval with it.
        """
        index = {point: i for i, point in enumerate(points)}
        rows: list[list[int]] = [[0] for _ in points]
        for left, right, cost in self.intervals:
            first = index[left]
            for i in range(first, index[right] + 1):
                row, back = rows[i], i - first
                row += [0] * (back + 1 - len(row))
                row[back] += cost
        return [list(accumulate(row)) for row in rows]

    def objective(self, answer: Sequence[int], /) -> int:
        covered, chosen = set(_covered(self.intervals)), sorted(answer)
        for point in answer:
            if point not in covered:
                raise Infeasible(f"point {point} is in no interval")
        return sum([c for left, right, c in self.intervals if bisect_left(chosen, left) < bisect_right(chosen, right)])

    def guesses(self) -> Iterable[Sequence[int]]:
        points = _covered(self.intervals)
        cost = {point: row[-1] for point, row in zip(points, self._added(points), strict=True)}
        by_cost = sorted(points, key=cost.__getitem__)
        ends = [points[: self.k], points[-self.k :]]
        return ends[:1] if self.n < 9 else [*ends, by_cost[: self.k], self._greedy(cost)]

    def _greedy(self, cost: dict[int, int]) -> list[int]:
        """Point after point, the one that adds the least cost; `cost` holds what each would add, and is used up."""
        unpaid, chosen = list(self.intervals), []
        for _ in range(self.k):
            point = min(cost, key=cost.__getitem__)
            del cost[point]
            chosen.append(point)
            paid, unpaid = unpaid, []
            for interval in paid:
                left, right, price = interval
                if not left <= point <= right:
                    unpaid.append(interval)
                    continue
                for other in range(left, right + 1):
                    if other in cost:
                        cost[other] -= price
        return chosen


def _covered(intervals: Iterable[Sequence[int]]) -> list[int]:
    """The points that are in at least one interval, in ascending order."""
    return sorted({point for left, right, _ in intervals for point in range(left, right + 1)})
