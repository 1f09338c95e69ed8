"""Choose intervals to raise an array on, so that its smallest entry becomes large."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import numbered_rows


class MaximinIntervalAdditions(OptimizationEnvironment):
    """Raise N integers by a constant on K intervals, for the largest minimum; a tenth more integers, and one, with each level.

    Five integers and two of four intervals at first. Pairs of neighbouring intervals just suffice, of which a decoy covers the
    lowest places. From level 3 on some more are needed that overlap them, and taking what raises the minimum most does not
    succeed. Reward: (share of the way from no interval to the largest minimum)^5.
    """

    numbers: Sequence[int]
    intervals: Sequence[Sequence[int]]
    k: int
    step: int

    paper_name = "MaxMinimum_AfterIntervalAddition"
    max_level = 16
    goal = "maximum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((5, 6, 8, 10), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        needed: list[tuple[int, int]] = []
        decoys: list[tuple[int, int]] = []
        lowest: list[int] = []
        start = rng.randint(0, 1)
        while start + 4 <= n:
            middle = start + rng.randint(2, min(4, n - start - 2))
            end = middle + rng.randint(2, min(4, n - middle))
            needed += [(start, middle - 1), (middle, end - 1)]
            lowest += [middle - 1, middle]
            decoys.append((rng.randint(start + 1, middle - 1), rng.randint(middle, end - 2)))
            start = end + rng.randint(0, 1)
        for others, count in ((needed, n // 10), (decoys, max(1, n // 5))):
            for _ in range(count):
                left = rng.randint(0, n - 3)
                others.append((left, rng.randint(left + 1, min(left + 3, n - 1))))
        step = rng.randint(6, 12)
        covering = [sum([left <= place <= right for left, right in needed]) for place in range(n)]
        target = step * max(covering) + rng.randint(1, step)
        above = [rng.randint(0, 1) if place in lowest else rng.randint(1, step - 1) for place in range(n)]
        intervals = rng.sample(needed + decoys, len(needed + decoys))
        numbers = [target - step * count + more for count, more in zip(covering, above, strict=True)]
        return cls(numbers=numbers, intervals=intervals, k=len(needed), step=step)

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here is an array of {n} integers at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            f"Here are {len(self.intervals)} intervals, one a line as: number: first-position last-position\n"
            f"{numbered_rows(self.intervals)}\n"
            f"Choose exactly {self.k} of them. Each adds {self.step} to every integer from its first to its last position, both "
            "included; where several overlap, all of them add. The smallest integer after that should be as large as possible. "
            "Give the numbers of the intervals."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(self.k, low=0, high=len(self.intervals) - 1)

    def solve(self) -> list[int]:
        """By bisection on the minimum that is reached."""
        lowest = min(self.numbers)
        targets = range(lowest + 1, lowest + self.step * self.k + 1)
        best = self._reaching(lowest + bisect_left(targets, True, key=lambda target: not self._reaching(target)))
        others = [number for number in range(len(self.intervals)) if number not in best]
        return [*best, *others[: self.k - len(best)]]

    def _reaching(self, target: int) -> list[int]:
        """The fewest intervals that raise all to the target: from left to right, where one is needed, that which goes farthest.

        None where K do not suffice.
        """
        raised, chosen = list(self.numbers), []
        for place in range(len(raised)):
            while raised[place] < target:
                over = [
                    (right, number)
                    for number, (left, right) in enumerate(self.intervals)
                    if left <= place <= right and number not in chosen
                ]
                if not over or len(chosen) == self.k:
                    return []
                last, number = max(over)
                chosen.append(number)
                for other in range(place, last + 1):
                    raised[other] += self.step
        return chosen

    def objective(self, answer: Sequence[int], /) -> int:
        raised = list(self.numbers)
        for number in answer:
            left, right = self.intervals[number]
            for place in range(left, right + 1):
                raised[place] += self.step
        return min(raised)

    def baseline(self) -> int:
        return min(self.numbers)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._one_by_one(_raises_most)] if len(self.numbers) > 9 else []

    def _one_by_one(self, worth: Callable[[Sequence[int], int, int], Any]) -> list[int]:
        """Interval after interval, the one of most worth by the array as it is and the ends."""
        raised, chosen = list(self.numbers), []
        for _ in range(self.k):
            left_over = [number for number in range(len(self.intervals)) if number not in chosen]
            chosen.append(max(left_over, key=lambda number: worth(raised, *self.intervals[number])))
            left, right = self.intervals[chosen[-1]]
            for place in range(left, right + 1):
                raised[place] += self.step
        return chosen

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The one that raises the minimum most; the longest, or that which goes farthest, of those that hold its first place."""
        found = {
            "raises most": self._one_by_one(_raises_most),
            "longest over the lowest": self._one_by_one(lambda row, i, j: (i <= row.index(min(row)) <= j, j - i)),
            "farthest over the lowest": self._one_by_one(lambda row, i, j: (i <= row.index(min(row)) <= j, j)),
        }
        return {**found, "best of these": max(found.values(), key=self.objective)}


def _raises_most(row: Sequence[int], left: int, right: int) -> tuple[int, int, int]:
    """The lowest outside of the interval or at the old minimum plus one, how few places are as low, and the length."""
    lowest = min(row)
    inside = row[left : right + 1]
    return (lowest if row.count(lowest) > inside.count(lowest) else lowest + 1, inside.count(lowest), right - left)
