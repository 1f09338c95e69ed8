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

    Four of each at first. From level 3 on, with nine, all points can be matched; at both ends of the line, in mirror image, some
    intervals need all points that they hold, one holds the last of these and the next point, and several hold that and points
    beyond. Reward: (matched / most)^10.
    """

    points: Sequence[int]
    intervals: Sequence[Sequence[int]]

    paper_name = "MaximumPointSegmentMatching"
    max_level = 24
    goal = "maximum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((4, 5, 7, 9), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if n < 9:
            intervals = [sorted((rng.randint(0, 2 * n), rng.randint(0, 2 * n))) for _ in range(n)]
            return cls(points=[rng.randint(0, 2 * n) for _ in range(n)], intervals=intervals)
        points = list(accumulate([rng.randint(1, 3) for _ in range(n)]))
        left, right = _trap(rng, 2, 2 if n < 10 else 3), _trap(rng, *((1, 2) if n < 12 else (2, 3)))
        middle = range(len(left), n - len(right))
        spans = [*left, *[sorted((i, rng.choice(middle))) for i in middle], *[(n - 1 - j, n - 1 - i) for i, j in right]]
        before, after = [-1, *points], [*points[1:], points[-1] + 3]
        intervals = [(rng.randint(before[i] + 1, points[i]), rng.randint(points[j], after[j] - 1)) for i, j in spans]
        if rng.random() < 0.5:
            end = points[-1] + 2
            points, intervals = [end - point for point in points], [(end - right, end - left) for left, right in intervals]
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
        return [self._fewest_first()] if len(self.points) > 8 else []

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


def _trap(rng: Random, k: int, loose: int) -> list[tuple[int, int]]:
    """Point to point, as many intervals as points: k for the first k points, one that misleads the last of these, others."""
    tight = [(i * (rng.randrange(10) < 1), k - 1) for i in range(k)]
    return [*tight, (k - 1, k), *[(k, min(k + 1 + i + (rng.randrange(5) < 2), k + loose)) for i in range(loose)]]
