"""Find the longest block of an array that can be brought up to a threshold."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment


class LongestSubarrayLevelingToThreshold(OptimizationEnvironment):
    """The ends of a longest block of entries that can all become K or more; two more entries with each level.

    Five entries at first. From level 3 on the largest entries stand beside small ones, and so do the ends, so that it is
    elsewhere that a block grows longest, and the mean of a longest one is often just K. Reward: (length / largest length)^5.
    """

    numbers: Sequence[int]
    k: int

    paper_name = "KloBlocks"
    goal = "maximum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 5 + 2 * level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if n < 11:
            numbers = [rng.randint(1, 9) for _ in range(n)]
            return cls(numbers=numbers, k=rng.choice(sorted(numbers)[n // 2 : 4 * n // 5]))
        step = n // 3
        k = rng.randint(3 * step + 1, 6 * step)
        numbers = [k + rng.randint(-step, step) for _ in range(n)]
        peaks = rng.sample(range(1, n - 1), n // 6)
        for i in [0, n - 1, *[i + side for i in peaks for side in (-1, 1)]]:
            numbers[i] = k - rng.randint(2 * step, 3 * step)
        for i in peaks:
            numbers[i] = k + rng.randint(2 * step, 3 * step)
        if rng.random() < 0.4:
            first, last = cls(numbers=numbers, k=k).solve()
            block = range(first, last + 1)
            numbers[max(block, key=numbers.__getitem__)] -= sum([numbers[i] - k for i in block])
        return cls(numbers=numbers, k=k)

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here is an array of {n} integers, at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            f"A move takes 1 from an entry that is greater than {self.k} and adds it to an entry next to it. After any number of "
            f"moves, all entries of a block of neighbouring positions shall be at least {self.k}; they need not be equal. Find a "
            "block for which this can be done and that is as long as possible. Give its first and its last position."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(2, low=0, high=len(self.numbers) - 1)

    def solve(self) -> list[int]:
        """It can be done where the mean is at least K: the first start from which the sum of (entry - K) is not negative."""
        sums = self._sums()
        starts = [0]  # where the sum is lower than at any place before
        for place, total in enumerate(sums):
            if total < sums[starts[-1]]:
                starts.append(place)
        best = (0, 0)
        for end in range(len(sums))[::-1]:
            while starts and starts[-1] >= end:
                starts.pop()
            while starts and sums[starts[-1]] <= sums[end]:
                start = starts.pop()
                if end - start > best[1] - best[0]:
                    best = (start, end)
        return [best[0], best[1] - 1]

    def _sums(self) -> list[int]:
        """The sums of (entry - K) over the first 0, 1, ... entries."""
        return list(accumulate([number - self.k for number in self.numbers], initial=0))

    def objective(self, answer: Sequence[int], /) -> int:
        first, last = answer
        if first > last:
            raise Infeasible("the first position is after the last one")
        sums = self._sums()
        return last + 1 - first if min(sums[: first + 1]) <= max(sums[last + 1 :]) else 0

    def rules(self) -> Mapping[str, Sequence[int]]:
        n, sums = len(self.numbers), self._sums()
        blocks = [(i, j) for j in range(n) for i in range(j + 1)]
        high = [(i, j) for i, j in blocks if min(self.numbers[i : j + 1]) >= self.k]
        largest = max(range(n), key=self.numbers.__getitem__)
        run = max(high, key=lambda block: block[1] - block[0])
        return {
            "around the largest entry": self._grown(largest, largest),
            "around the largest surplus": self._grown(*max(blocks, key=lambda block: sums[block[1] + 1] - sums[block[0]])),
            "longest without moves": run,
            "around the longest without moves": self._grown(*run),
            "longest from an end": max(
                [(i, j) for i, j in blocks if sums[i] <= sums[j + 1] and (i == 0 or j == n - 1)] or [run],
                key=lambda block: block[1] - block[0],
            ),
        }

    def _grown(self, first: int, last: int) -> tuple[int, int]:
        """A block that takes the larger of its two neighbours as long as the mean stays at least K."""
        sums, walled = self._sums(), [0, *self.numbers, 0]
        while True:
            left = walled[first] > walled[last + 2]
            wider = (first - 1, last) if left else (first, last + 1)
            if wider[0] < 0 or wider[1] >= len(self.numbers) or sums[wider[1] + 1] < sums[wider[0]]:
                return first, last
            first, last = wider
