"""Cut an array into segments so that the largest sum of a segment is least."""

from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment


class MinimizeLargestSegmentSum(OptimizationEnvironment):
    """Where to cut N positive integers into M segments; six integers at first, two more with each level.

    M is half of N or up to three fifths. From level 3 on, filling each segment to about the average does not succeed.
    Reward: (least largest sum / largest sum)^10.
    """

    numbers: Sequence[int]
    segments: int

    paper_name = "Minimum_MaxSlicer"
    goal = "minimum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 6 + 2 * level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        largest = 9 if n < 12 else 2 * n
        return cls(numbers=[rng.randint(1, largest) for _ in range(n)], segments=rng.randint(n // 2, 3 * n // 5))

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here is an array of {n} integers, at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            f"Cut it into exactly {self.segments} segments, each of one or more neighbouring entries, so that the largest of the "
            "sums of the segments is as small as possible. Give the position of the last entry of each segment but the last one."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(self.segments - 1, low=0, high=len(self.numbers) - 2)

    def solve(self) -> list[int]:
        """Halve the range of the bound; segments that are filled up to it one after the other are the fewest."""
        sums = list(accumulate(self.numbers))
        low, high = max(max(self.numbers), -(-sums[-1] // self.segments)), sums[-1]
        while low < high:
            middle = (low + high) // 2
            if len(self._filled(sums, middle)) < self.segments:
                high = middle
            else:
                low = middle + 1
        return self._fitted(self._filled(sums, high))

    def _filled(self, sums: Sequence[int], bound: int) -> list[int]:
        """The cuts, at most as many as there are to be, when each segment in turn takes all that the bound lets it."""
        cuts: list[int] = []
        place = bisect(sums, bound)
        while place < len(sums) and len(cuts) < self.segments:
            cuts.append(place - 1)
            place = bisect(sums, sums[place - 1] + bound, lo=place)
        return cuts

    def objective(self, answer: Sequence[int], /) -> int:
        sums = list(accumulate(self.numbers, initial=0))
        ends = [0, *[i + 1 for i in answer], len(self.numbers)]
        return max([sums[end] - sums[start] for start, end in pairwise(ends)])

    def guesses(self) -> Iterable[Sequence[int]]:
        return [[k * len(self.numbers) // self.segments - 1 for k in range(1, self.segments)]]

    def acceptable(self) -> bool:
        return len(self.numbers) < 12 or self.objective(self._average()) > self.optimum

    def _average(self) -> list[int]:
        """Cut before the entry that would bring the sum farther above the average than it is below."""
        average, total, cuts = sum(self.numbers) / self.segments, 0, []
        for i, number in enumerate(self.numbers):
            if total and total + number / 2 > average:
                cuts.append(i - 1)
                total = 0
            total += number
        return self._fitted(cuts)

    def _fitted(self, cuts: Sequence[int]) -> list[int]:
        """The first of the cuts, and where they are too few the first free places."""
        spare = [i for i in range(len(self.numbers) - 1) if i not in cuts]
        return sorted([*cuts, *spare][: self.segments - 1])

    def rules(self) -> Mapping[str, Sequence[int]]:
        sums, m = list(accumulate(self.numbers)), self.segments
        aims = [k * sums[-1] / m for k in range(1, m)]
        return {
            "filled to the average": self._average(),
            "nearest to equal sums": [min(range(len(sums)), key=lambda i: abs(sums[i] - aim)) for aim in aims],
        }
