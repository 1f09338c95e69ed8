"""Cover points by intervals, each as often as it must be, at the least cost."""

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.text import numbered_rows


class MinimumCostIntervalMulticover(OptimizationEnvironment):
    """How often to use each of some intervals, so that N points are covered as often as they need, for the least cost.

    Three points and intervals at first, one more point and one or two more intervals with each level. From level 3 on it is not
    best to use what costs least for the points that it still serves, and to drop in the end what is too much.
    Reward: (least cost / cost)^10.
    """

    needs: Sequence[int]
    intervals: Sequence[tuple[int, int, int]]  # first point, last point, cost of a use

    paper_name = "MinimumIntervalCoverage"
    max_level = 16
    goal = "minimum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = 3 + level
        return {"n": n, "intervals": n + max(0, n - 4) // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, intervals: int) -> Self:
        found = []
        for _ in range(intervals):
            first, last = sorted(rng.choices(range(n), k=2))
            found.append((first, last, 2 * (last - first + 1) + rng.randint(0, 2)))
        covered = {point for first, last, _ in found for point in range(first, last + 1)}
        return cls([rng.randint(point < 2, 4) if point in covered else 0 for point in range(n)], found)

    def acceptable(self) -> bool:
        return any(self.needs)

    def statement(self) -> str:
        return (
            f"Here is how often each of the points 0 to {len(self.needs) - 1} must be covered, point 0 first:\n"
            f"{' '.join(map(str, self.needs))}\n"
            f"Here are {len(self.intervals)} intervals, one a line as: number: first last cost\n{numbered_rows(self.intervals)}\n"
            "Each use of an interval covers its points from first to last, both included, once, and costs its cost. Cover every "
            "point as often as it must be, or more often, at the least total cost. Give for each interval, in order, how often "
            "it is used."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(len(self.intervals), low=0, high=max(self.needs))

    def solve(self) -> list[int]:
        """A flow of least cost. Its vertices are the points, and one behind; each use leads from its first point to the one
        behind its last. Units start where the need rises and end where it falls; the way back from point to point is free.

        Ways of least cost, one after the other (Bellman and Ford); they may go against what has been sent.
        """
        links = [(first, last + 1, cost) for first, last, cost in self.intervals]
        links += [(point + 1, point, 0) for point in range(len(self.needs))]
        sent = [0] * len(links)
        excess = [need - before for before, need in zip([0, *self.needs], [*self.needs, 0], strict=True)]
        while max(excess) > 0:
            distance = [0 if more > 0 else inf for more in excess]
            came: list[tuple[int, int, int] | None] = [None] * len(excess)
            for _ in excess:
                before = distance[:]
                for k, (tail, head, cost) in enumerate(links):
                    if distance[tail] + cost < distance[head]:
                        distance[head], came[head] = distance[tail] + cost, (k, 1, tail)
                    if sent[k] and distance[head] - cost < distance[tail]:
                        distance[tail], came[tail] = distance[head] - cost, (k, -1, head)
                if before == distance:
                    break
            end = min([vertex for vertex, more in enumerate(excess) if more < 0], key=distance.__getitem__)
            way, vertex = [], end
            while len(way) < len(excess) and (step := came[vertex]):
                way.append(step)
                vertex = step[2]
            amount = min([excess[vertex], -excess[end], *[sent[k] for k, sign, _ in way if sign < 0]])
            if amount < 1:
                raise ValueError("a point cannot be covered, or a cost is negative")
            excess[vertex] -= amount
            excess[end] += amount
            for k, sign, _ in way:
                sent[k] += sign * amount
        return sent[: len(self.intervals)]

    def objective(self, answer: Sequence[int], /) -> int:
        for point, need in enumerate(self.needs):
            if (
                sum([uses for uses, (first, last, _) in zip(answer, self.intervals, strict=True) if first <= point <= last])
                < need
            ):
                raise Infeasible(f"point {point} is covered less than {need} times")
        return sum([uses * cost for uses, (_, _, cost) in zip(answer, self.intervals, strict=True)])

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._use_by_use()] if len(self.needs) > 5 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """From the first point to the last, an interval over it is used as often as it still needs."""
        found = {"use by use": self._use_by_use()}
        for name, key in (
            ("cheapest", lambda _, first, last, cost: cost),
            ("farthest", lambda _, first, last, cost: -last),
            ("cheapest for a point ahead", lambda point, first, last, cost: cost / (last + 1 - point)),
        ):
            uses = [0] * len(self.intervals)
            for point, need in enumerate(self.needs):
                over = [j for j, (first, last, _) in enumerate(self.intervals) if first <= point <= last]
                if over:
                    best = min(over, key=lambda j: key(point, *self.intervals[j]))
                    uses[best] += max(0, need - sum([uses[j] for j in over]))
            found[name] = uses
        return found

    def _use_by_use(self) -> list[int]:
        """Always the use that costs least for each point it still serves; then what is too much is dropped, dearest first."""
        left, uses = list(self.needs), [0] * len(self.intervals)
        ranges = [range(first, last + 1) for first, last, _ in self.intervals]

        def add(j: int, count: int) -> None:
            uses[j] += count
            for point in ranges[j]:
                left[point] -= count

        while max(left) > 0:
            served = [sum([left[point] > 0 for point in points]) for points in ranges]
            add(min([j for j, count in enumerate(served) if count], key=lambda j: self.intervals[j][2] / served[j]), 1)
        for j in sorted(range(len(uses)), key=lambda j: -self.intervals[j][2]):
            add(j, -min(uses[j], *[-left[point] for point in ranges[j]]))
        return uses
