"""Choose centres among points on a line so that all points are near one."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs


class LineKMedian(OptimizationEnvironment):
    """K of N points on a line, for the least sum of distances to the nearest; a tenth more points, and one, with each level.

    Two or three of five points at first, three to five of thirteen at level 3. From there on it is not best to start from equal
    groups and to go on with the points nearest to each median. Reward: (least sum / sum)^15.
    """

    positions: Sequence[int]
    k: int

    paper_name = "Axis_KCenter"
    max_level = 24
    goal = "minimum"
    exponent = 15

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((5, 6, 9, 13), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        gaps = rng.choices((1, 2, 3, 9, 12) if n < 10 else range(1, 8), k=n - 1)
        k = rng.randint(2, 3) if n < 10 else rng.randint((n + 2) // 4, 2 * n // 5)
        return cls(positions=[*accumulate(gaps, initial=rng.randint(0, 9))], k=k)

    def statement(self) -> str:
        n = len(self.positions)
        return (
            f"Here are the positions of {n} points on a line, that of point 0 first:\n{' '.join(map(str, self.positions))}\n"
            f"Choose {self.k} of the points as centres, so that the sum of the distances of all {n} points to the centre nearest "
            "to each is as small as possible. Give the numbers of the chosen points."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(length=self.k, low=0, high=len(self.positions) - 1)

    def solve(self) -> list[int]:
        """The points of one centre are consecutive, and their median is best: for each number of centres and of first points."""
        n, total = len(self.positions), [0, *accumulate(self.positions)]

        def cost(start: int, end: int) -> int:
            low, high = (start + end) // 2, (start + end + 1) // 2
            return total[end] - total[high] - total[low] + total[start]

        best = [cost(0, end) for end in range(n + 1)]
        starts = []
        for centres in range(2, self.k + 1):
            options = [
                min([(best[s] + cost(s, end), s) for s in range(centres - 1, end)], default=(0, 0)) for end in range(n + 1)
            ]
            best, cuts = [value for value, _ in options], [s for _, s in options]
            starts.append(cuts)
        chosen, end = [], n
        for cuts in [*starts[::-1], [0] * (n + 1)]:
            chosen.append((cuts[end] + end) // 2)
            end = cuts[end]
        return chosen

    def objective(self, answer: Sequence[int], /) -> int:
        places = [self.positions[point] for point in answer]
        return sum([min([abs(position - place) for place in places]) for position in self.positions])

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._from_equal_groups()] if len(self.positions) > 9 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        n, x = len(self.positions), self.positions
        chosen: list[int] = []
        while len(chosen) < self.k:
            chosen = min([[*chosen, point] for point in range(n) if point not in chosen], key=self.objective)
        return {
            "parted at the largest gaps": self._medians(sorted(range(1, n), key=lambda i: x[i - 1] - x[i])[: self.k - 1]),
            "from equal groups, the nearest to their medians": self._from_equal_groups(),
            "best centre first": chosen,
        }

    def _from_equal_groups(self) -> list[int]:
        x, medians = self.positions, self._medians([group * len(self.positions) // self.k for group in range(1, self.k)])
        for _ in x:
            cuts = [
                next(point for point in range(left, right + 1) if 2 * x[point] > x[left] + x[right])
                for left, right in pairwise(medians)
            ]
            if (better := self._medians(cuts)) == medians:
                break
            medians = better
        return medians

    def _medians(self, cuts: Sequence[int]) -> list[int]:
        """The middle points of the groups that begin at 0 and at each of the cuts."""
        return [(start + end) // 2 for start, end in pairwise([0, *sorted(cuts), len(self.positions)])]
