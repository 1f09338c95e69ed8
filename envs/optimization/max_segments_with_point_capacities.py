"""Choose segments of a line so that no point is covered too often."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerSet, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import numbered_rows, rows


class MaxSegmentsWithPointCapacities(OptimizationEnvironment):
    """Choose of N segments those with the largest sum of values, under a limit at each of 2 N / 3 points; a tenth more
    segments, and one, with each level.

    Four segments at first. Each limit is less than what covers its point, and a segment has about the more value the more of
    these points it covers, so that none is cheap to drop. From level 3 on, the most valuable first does not succeed.
    Reward: (sum / largest sum)^10.
    """

    segments: Sequence[Sequence[int]]
    limits: Sequence[Sequence[int]]

    paper_name = "MaxSegmentCoverageConstraint"
    max_level = 18
    goal = "maximum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((4, 5, 6, 8), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        segments, covering = [], [0] * n
        for _ in range(n):
            length = rng.randint(1, min(4, n - 1))
            left = rng.randrange(n - length)
            segments.append((left, left + length))
            for point in range(left, left + length + 1):
                covering[point] += 1
        crowded = [point for point in rng.sample(range(n), n) if covering[point] > 1]
        points = sorted(crowded, key=lambda point: covering[point] < 3)[: 2 * n // 3]
        covered = [sum([left <= point <= right for point in points]) for left, right in segments]
        return cls(
            segments=[(*ends, 6 * count + rng.randint(1, 5)) for ends, count in zip(segments, covered, strict=True)],
            limits=[(point, rng.randint(1, min(covering[point] - 1, 5))) for point in points],
        )

    def statement(self) -> str:
        return (
            f"Here are {len(self.segments)} segments of a line, one a line as: number: left right value\n"
            f"{numbered_rows(self.segments)}\n"
            "A segment covers the points from left to right, both included. Some points have a limit: at most so many of the "
            f"chosen segments may cover the point. Here are these, one a line as: point limit\n{rows(self.limits)}\n"
            "Choose segments so that the sum of their values is as large as possible. Give their numbers."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(max_length=len(self.segments), low=0, high=len(self.segments) - 1)

    def solve(self) -> list[int]:
        """From point to point: for each choice of the segments that cover the point the largest value so far."""
        order = range(len(self.segments))
        best: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {(): (0, ())}
        reached = -1
        for point, limit in sorted(self.limits):
            found: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}
            for active, (value, chosen) in best.items():
                still = tuple([number for number in active if self.segments[number][1] >= point])
                if len(still) <= limit and value > found.get(still, (-1, ()))[0]:
                    found[still] = (value, chosen)
            for number in order:
                left, right, gain = self.segments[number]
                if reached < left <= point <= right:
                    for active, (value, chosen) in list(found.items()):
                        more = (*active, number)
                        if len(more) <= limit and value + gain > found.get(more, (-1, ()))[0]:
                            found[more] = (value + gain, (*chosen, number))
            best, reached = found, point
        _, chosen = max(best.values())
        points = [point for point, _ in self.limits]
        free = [number for number in order if not any(self._covers(number, point) for point in points)]
        return [*chosen, *free]

    def _covers(self, number: int, point: int) -> bool:
        return self.segments[number][0] <= point <= self.segments[number][1]

    def objective(self, answer: Sequence[int], /) -> int:
        chosen = [self.segments[number] for number in answer]
        for point, limit in self.limits:
            if (count := sum([left <= point <= right for left, right, _ in chosen])) > limit:
                raise Infeasible(f"{count} of the segments cover the point {point}, at most {limit} may")
        return sum([value for _, _, value in chosen])

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._one_by_one(lambda number: self.segments[number][2])] if len(self.segments) > 7 else []

    def _one_by_one(self, worth: Callable[[int], int | Fraction]) -> list[int]:
        """The segments by worth, each that the limits still allow."""
        left, chosen = dict(self.limits), []
        for number in sorted(range(len(self.segments)), key=worth, reverse=True):
            points = [point for point in left if self._covers(number, point)]
            if all(left[point] > 0 for point in points):
                chosen.append(number)
                for point in points:
                    left[point] -= 1
        return chosen

    def _dropped(self) -> list[int]:
        """From all segments on, always without the one of least value for each point that is covered too often."""
        chosen = [*range(len(self.segments))]
        while True:
            covering = {point: [number for number in chosen if self._covers(number, point)] for point, _ in self.limits}
            relieved = Counter([n for point, limit in self.limits for n in covering[point] if len(covering[point]) > limit])
            if not relieved:
                return chosen
            chosen.remove(min(relieved, key=lambda number: self.segments[number][2] / relieved[number]))

    def rules(self) -> Mapping[str, Sequence[int]]:
        found = {
            "most valuable first": self._one_by_one(lambda number: self.segments[number][2]),
            "earliest right end first": self._one_by_one(lambda number: -self.segments[number][1]),
            "fewest limits first": self._one_by_one(lambda number: -self._limits_of(number)),
            "largest value per limit first": self._one_by_one(
                lambda number: Fraction(4 * self.segments[number][2], 4 * self._limits_of(number) + 1)
            ),
        }
        best = max(found.values(), key=self.objective)
        return {**found, "best of these": best, "least valuable dropped": self._dropped()}

    def _limits_of(self, number: int) -> int:
        return sum([self._covers(number, point) for point, _ in self.limits])
