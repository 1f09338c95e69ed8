"""Delete entries of an array so that many of the others equal their position."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment


class MaxFixedPointsAfterDeletion(OptimizationEnvironment):
    """Which of N entries to delete so that as many as possible of the rest equal their new position; one more with each level.

    Five entries at first. Reward: (share of the best gain over the unchanged array)^3.
    """

    numbers: Sequence[int]

    paper_name = "Longest_MatchingSubsequence"
    goal = "maximum"
    exponent = 3

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 5 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(numbers=[max(0, i - rng.randint(0, n // 2)) for i in range(n)])

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"Here is an array of {n} integers, at the positions 0 to {n - 1}:\n{' '.join(map(str, self.numbers))}\n"
            "Delete one or more of them. The others keep their order and move together, so that they have the positions 0, 1, 2 "
            "and so on without gaps. As many of them as possible shall then be equal to their new position. Give the positions "
            "that the deleted ones have now."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.numbers)
        return IntegerSet(max_length=n, low=0, high=n - 1)

    def solve(self) -> list[int]:
        """The entry at i matches when i - entry are deleted before it: neither that nor the entry may ever go down."""
        shifts = sorted([(i - number, number) for i, number in enumerate(self.numbers) if number <= i])
        lasts: list[int] = []  # the least last entry of a chain, by its length
        ends: list[tuple[int, int]] = []
        before = {}
        for shift, number in shifts:
            place = bisect_left(lasts, number)
            before[shift, number] = ends[place - 1] if place else None
            lasts[place : place + 1], ends[place : place + 1] = [number], [(shift, number)]
        chain = [ends[-1]] if ends else []
        while chain and before[chain[-1]]:
            chain.append(before[chain[-1]])
        deleted, place = [], 0
        for shift, number in chain[::-1]:
            deleted += range(place, place + shift - len(deleted))
            place = shift + number + 1
        return deleted or [len(self.numbers) - 1]

    def objective(self, answer: Sequence[int], /) -> int:
        kept = [number for i, number in enumerate(self.numbers) if i not in answer]
        return sum([i == number for i, number in enumerate(kept)])

    def baseline(self) -> int:
        return sum([i == number for i, number in enumerate(self.numbers)])

    def acceptable(self) -> bool:
        return self.optimum > self.baseline()

    def rules(self) -> Mapping[str, Sequence[int]]:
        n = len(self.numbers)
        greedy, strict = [], []
        chain = []
        for i, number in enumerate(self.numbers):
            if number <= i and (not chain or (number > chain[-1][1] and i - number >= chain[-1][0])):
                chain.append((i - number, number))
        strict = []; k = 0
        for i, number in enumerate(self.numbers):
            if number == k: k += 1
            else: strict.append(i)
        return {
            "first entries": range(max(range(1, n), key=lambda k: self.objective(range(k)))),
            "single entry": [max(range(n), key=lambda k: self.objective([k]))],
            "only matches": strict or [0],
            "first that can match": self._deleted(chain) or [0],
            "hill": self._hill(),
            "too small": [i for i,x in enumerate(self.numbers) if x<i] or [0],
        }

    def _hill(self):
        d=[]; best=-1
        while True:
            o=max([i for i in range(len(self.numbers)) if i not in d],key=lambda i:self.objective([*d,i]))
            if self.objective([*d,o])<=best: return d
            d.append(o); best=self.objective(d)
    def _deleted(self, chain):
        deleted, place = [], 0
        for shift, number in chain:
            deleted += range(place, place + shift - len(deleted))
            place = shift + number + 1
        return deleted or [len(self.numbers) - 1]
