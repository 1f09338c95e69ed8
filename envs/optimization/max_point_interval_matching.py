"""Match points to intervals that contain them."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import numbered_rows


class MaxPointIntervalMatching(OptimizationEnvironment):
    """As many points as possible in an interval of their own; a tenth more points and intervals, and one, with each level.

    Four of each at first, ten at level 3. From there on all points can be matched, each with an interval that holds up to two more
    on either side, and always to match a point in fewest intervals, with the one that holds fewest points, will not do.
    Reward: (matched / most)^10.
    """

    points: Sequence[int]
    intervals: Sequence[Sequence[int]]

    paper_name = "MaximumPointSegmentMatching"
    max_level = 24
    goal = "maximum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((4, 5, 6, 10), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if n < 10:
            intervals = [sorted((rng.randint(0, 2 * n), rng.randint(0, 2 * n))) for _ in range(n)]
            return cls(points=[rng.randint(0, 2 * n) for _ in range(n)], intervals=intervals)
        points = list(accumulate([rng.randint(1, 3) for _ in range(n)]))
        spans = [(max(0, i - rng.randrange(3)), min(n - 1, i + rng.randrange(3))) for i in range(n)]
        before, after = [-1, *points], [*points[1:], points[-1] + 3]
        intervals = [(rng.randint(before[i] + 1, points[i]), rng.randint(points[j], after[j] - 1)) for i, j in spans]
        return cls(points=rng.sample(points, n), intervals=rng.sample(intervals, n))

    def statement(self) -> str:
        return (
            f"Here are the positions of {len(self.points)} points, that of point 0 first:\n{' '.join(map(str, self.points))}\n"
            f"Here are {len(self.intervals)} intervals, both ends included, one a line as: number: left right\n"
            f"{numbered_rows(self.intervals)}\n"
            "Give for each point, in order, the number of an interval, or -1 for none. A point is matched if it lies in the "
            "interval given for it and this one is given for no other point. As many points as possible should be matched."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.points), low=-1, high=len(self.intervals) - 1)

    def solve(self) -> list[int]:
        """From left to right, each point takes the interval that ends first: the others are of use for longer."""
        order = sorted(range(len(self.points)), key=self.points.__getitem__)
        return self._one_by_one(order, lambda interval: interval[1])

    def _one_by_one(self, order: Sequence[int], key: Callable[[Sequence[int]], int]) -> list[int]:
        """Point after point, of the free intervals around it the first one by some key."""
        free, answer = sorted(range(len(self.intervals)), key=lambda i: key(self.intervals[i])), [-1] * len(self.points)
        for point in order:
            x = self.points[point]
            for i in free:
                left, right = self.intervals[i]
                if left <= x <= right:
                    answer[point] = i
                    free.remove(i)
                    break
        return answer

    def objective(self, answer: Sequence[int], /) -> int:
        times = Counter(answer)
        pairs = [(x, self.intervals[i]) for x, i in zip(self.points, answer, strict=True) if i >= 0 and times[i] == 1]
        return sum([left <= x <= right for x, (left, right) in pairs])

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._fewest_first()] if len(self.points) > 9 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        given = range(len(self.points))
        rising = sorted(given, key=self.points.__getitem__)
        return {
            "points as given, interval that ends first": self._one_by_one(given, lambda interval: interval[1]),
            "points as given, shortest interval": self._one_by_one(given, lambda interval: interval[1] - interval[0]),
            "points from the left, interval that begins first": self._one_by_one(rising, lambda interval: interval[0]),
            "points from the left, shortest interval": self._one_by_one(rising, lambda interval: interval[1] - interval[0]),
            "points in fewest intervals first, interval with fewest points": self._fewest_first(),
        }

    def _fewest_first(self) -> list[int]:
        """Points in fewest intervals first, each with the free interval around it that holds fewest points."""
        fewest = [sum([left <= x <= right for left, right in self.intervals]) for x in self.points]
        order = sorted(range(len(self.points)), key=fewest.__getitem__)
        return self._one_by_one(order, lambda interval: sum([interval[0] <= x <= interval[1] for x in self.points]))
