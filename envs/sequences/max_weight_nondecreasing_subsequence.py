"""Choose a non-decreasing subsequence of the largest weight."""

from bisect import bisect
from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment, grow


class MaxWeightNondecreasingSubsequence(OptimizationEnvironment):
    """The positions of a heaviest non-decreasing subsequence of N values; a tenth more values, and one, with each level.

    Four values at first. From level 3 on the values climb from part to part, and in each part a single value excludes a run
    of lighter ones: in one part it outweighs them all together, in the next it does not. Reward: (weight / largest weight)^8.
    """

    values: Sequence[int]
    weights: Sequence[int]

    paper_name = "WeightedLIS"
    max_level = 30
    goal = "maximum"
    exponent = 8

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if n < 7:
            return cls(values=[rng.randint(1, n) for _ in range(n)], weights=[rng.randint(1, 9) for _ in range(n)])
        entries: list[tuple[int, int]] = []
        low, turn = 1, rng.randrange(2)
        sizes = [3] * (n // 3 - 1)
        for i, size in enumerate(rng.sample([*sizes, n - sum(sizes)], n // 3)):
            run = sorted([rng.randint(low, low + size - 1) for _ in range(size - 1)])
            weights = [rng.randint(2, 6) for _ in run]
            total = sum(weights)
            single = rng.randint(max(weights) + 1, total - 1) if i % 2 == turn else rng.randint(total + 1, total + 4)
            part = [*zip(run, weights, strict=True)]
            above = rng.randrange(2) or run[0] == 1
            entries += [(run[-1] + 1, single), *part] if above else [*part, (run[0] - 1, single)]
            low = run[-1] + rng.randint(0, 1)
        return cls(values=[value for value, _ in entries], weights=[weight for _, weight in entries])

    def statement(self) -> str:
        n = len(self.values)
        return (
            f"Here is an array of {n} values, at the positions 0 to {n - 1}:\n{' '.join(map(str, self.values))}\n"
            f"These are their weights, in the same order:\n{' '.join(map(str, self.weights))}\n"
            "Choose one or more positions such that the values there, from left to right, never decrease, and the sum of their "
            "weights is as large as possible. Give the positions chosen."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.values)
        return IntegerSet(max_length=n, low=0, high=n - 1)

    def solve(self) -> list[int]:
        return self._heaviest(self.weights)

    def _heaviest(self, weights: Sequence[int]) -> list[int]:
        """Of the subsequences so far keep those that no other outweighs by a last value as small: both go up together."""
        lasts: list[int] = []
        totals: list[int] = []
        ends: list[int] = []
        before = []
        for i, (value, weight) in enumerate(zip(self.values, weights, strict=True)):
            place = bisect(lasts, value)
            total = weight + (totals[place - 1] if place else 0)
            before.append(ends[place - 1] if place else -1)
            worse = bisect(totals, total, lo=place)
            lasts[place:worse], totals[place:worse], ends[place:worse] = [value], [total], [i]
        chosen, i = [], ends[-1]
        while i >= 0:
            chosen.append(i)
            i = before[i]
        return chosen

    def objective(self, answer: Sequence[int], /) -> int:
        if any(self.values[i] > self.values[j] for i, j in pairwise(answer)):
            return 0
        return sum([self.weights[i] for i in answer])

    def rules(self) -> Mapping[str, Sequence[int]]:
        return {"longest": self._heaviest([1] * len(self.values))}
