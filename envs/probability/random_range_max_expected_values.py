"""Find the expected entries of an array after random intervals were raised to their maximum."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList
from rlve.envs.toolkit.scores import credit_by_share


class RandomRangeMaxExpectedValues(Environment):
    """M^Q times each expected entry of N after Q random intervals, of M that there are, were filled with their maximum.

    Three entries and one step at first; one step more with every third level, one entry more with each other one.
    Reward: (share of entries that are right)^5.
    """

    numbers: Sequence[int]
    steps: int

    paper_name = "RandomRangeMaxExpectation"
    max_level = 14

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level - level // 3, "steps": 1 + level // 3}

    @classmethod
    def draw(cls, rng: Random, n: int, steps: int) -> Self:
        return cls(numbers=[rng.randint(0, n + 1) for _ in range(n)], steps=steps)

    def statement(self) -> str:
        n, q = len(self.numbers), self.steps
        m = n * (n + 1) // 2
        once = "Once, one" if q == 1 else f"{q} times in a row, one"
        power = f"{m}" if q == 1 else f"{m}^{q}"
        return (
            f"Here is an array of {n} integers, at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            f"{once} of the {m} intervals of positions (from i to j, both included, with 0 <= i <= j <= {n - 1}) is chosen "
            "uniformly at random, and all its entries are set to the largest of them. "
            f"For each position let E be the expected value of its entry at the end. Give the {n} integers {power} * E, in the "
            "order of the positions."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(len(self.numbers), low=0)

    def solve(self) -> list[int]:
        """Sum up, over v, where the entries stay below v: f(l, r) is their weight whose run below v is l to r.

        Linear in f, one step leaves a run as it is when its interval lies in the run or beside it, and cuts it off when the
        interval reaches into it from one side. At first f(l, r) is by how much the lower of both neighbours surpasses the run.
        """
        n = len(self.numbers)
        intervals = [k * (k + 1) // 2 for k in range(n + 1)]
        top = max(self.numbers)
        runs = _runs(self.numbers)
        for _ in range(self.steps):
            after: dict[tuple[int, int], int] = {}
            for (left, right), weight in runs.items():
                stay = intervals[right - left + 1] + intervals[left] + intervals[n - 1 - right]
                after[left, right] = after.get((left, right), 0) + weight * stay
                for cut in range(left + 1, right + 1):
                    if left:
                        after[cut, right] = after.get((cut, right), 0) + weight * left
                    if right < n - 1:
                        after[left, cut - 1] = after.get((left, cut - 1), 0) + weight * (n - 1 - right)
            runs = after
        values = [top * intervals[n] ** self.steps] * n
        for (left, right), weight in runs.items():
            for place in range(left, right + 1):
                values[place] -= weight
        return values

    def guesses(self) -> Iterable[Sequence[int]]:
        return [[max(self.numbers) * self._ways()] * len(self.numbers)]

    def rules(self) -> Mapping[str, Sequence[int]]:
        ways = self._ways()
        n, top, low = len(self.numbers), max(self.numbers), min(self.numbers)
        return {
            "unchanged": [number * ways for number in self.numbers],
            "halfway to the largest": [(number + top) * ways // 2 for number in self.numbers],
            "the mean": [sum(self.numbers) * ways // n] * n,
            "one step of the larger neighbour": [max(self.numbers[max(0, place - 1) : place + 2]) * ways for place in range(n)],
            "halfway, all": [(low + top) * ways // 2] * n,
        }

    def score(self, answer: Sequence[int], /) -> float:
        return credit_by_share(self.reference, answer, 5)

    def _ways(self) -> int:
        n = len(self.numbers)
        return (n * (n + 1) // 2) ** self.steps


def _runs(numbers: Sequence[int]) -> dict[tuple[int, int], int]:
    """The maximal runs of entries below v, over all v up to the largest entry: (first, last) and for how many v."""
    runs: dict[tuple[int, int], int] = {}
    n = len(numbers)
    for left in range(n):
        highest = -1
        for right in range(left, n):
            highest = max(highest, numbers[right])
            beside = [numbers[place] for place in (left - 1, right + 1) if 0 <= place < n]
            if beside and min(beside) > highest:
                runs[left, right] = min(beside) - highest
    return runs
