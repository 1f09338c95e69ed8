"""Delete entries of an array so that many of the others equal their position."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs


class MaxFixedPointsAfterDeletion(OptimizationEnvironment):
    """Which of N entries to delete so that as many as possible of the rest equal their new position; three more with each level.

    Five entries at first. From level 3 on they come in runs that fit after different numbers of deletions, and neither letting
    each entry match that still can, from left to right, nor deleting one by one while that helps succeeds.
    Reward: (share of the best gain over the unchanged array)^3.
    """

    numbers: Sequence[int]

    paper_name = "Longest_MatchingSubsequence"
    goal = "maximum"
    exponent = 3

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((5, 7, 10, 14), level, plus=3)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if n < 13:
            return cls(numbers=[max(0, i - rng.randint(-1, n // 2)) for i in range(n)])
        start = rng.randint(2, 4)
        numbers = [*[rng.randint(i + 1, i + 3) for i in range(start)], 0]
        shift = rng.randint(1, start - 1)
        while len(numbers) < n:
            size = min(rng.randint(1, 3), n - len(numbers))
            numbers += range(len(numbers) - shift, len(numbers) - shift + size)
            shift = rng.randint(0, min(len(numbers), n // 2))
        numbers[-1] = rng.randint(min(numbers[-2] + 1, n - 1), n - 1)
        return cls(numbers=numbers)

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
        before: dict[tuple[int, int], tuple[int, int] | None] = {}
        for shift, number in shifts:
            place = bisect_left(lasts, number)
            before[shift, number] = ends[place - 1] if place else None
            lasts[place : place + 1], ends[place : place + 1] = [number], [(shift, number)]
        chain = [ends[-1]] if ends else []
        while chain and (link := before[chain[-1]]):
            chain.append(link)
        return self._deleted(chain[::-1])

    def _deleted(self, chain: Sequence[tuple[int, int]]) -> list[int]:
        """For matching entries, as (how many are deleted before it, entry): the first that may be deleted."""
        deleted: list[int] = []
        place = 0
        for shift, number in chain:
            deleted += range(place, place + shift - len(deleted))
            place = shift + number + 1
        return deleted or [len(self.numbers) - 1]

    def objective(self, answer: Sequence[int], /) -> int:
        kept = [number for i, number in enumerate(self.numbers) if i not in answer]
        return sum([i == number for i, number in enumerate(kept)])

    def baseline(self) -> int:
        return sum([i == number for i, number in enumerate(self.numbers)])

    def acceptable(self) -> bool:
        greedy = [self._greedy(), self._one_by_one()] if len(self.numbers) > 12 else []
        return self.optimum > max([self.baseline(), *map(self.objective, greedy)])

    def _greedy(self) -> list[int]:
        """From left to right let each entry match that still can."""
        chain: list[tuple[int, int]] = []
        for i, number in enumerate(self.numbers):
            if number <= i and (not chain or (number > chain[-1][1] and i - number >= chain[-1][0])):
                chain.append((i - number, number))
        return self._deleted(chain)

    def _one_by_one(self) -> list[int]:
        """Delete the entry that leaves the most matches, as long as they become more."""
        n = len(self.numbers)
        best, chosen = self.baseline(), [max(range(n), key=lambda i: self.objective([i]))]
        while (value := self.objective(chosen)) > best and len(chosen) < n:
            best, kept = value, [i for i in range(n) if i not in chosen]
            chosen = [*chosen, max(kept, key=lambda i: self.objective([*chosen, i]))]
        return chosen[:-1] or chosen

    def rules(self) -> Mapping[str, Sequence[int]]:
        n = len(self.numbers)
        return {
            "each entry that still can match": self._greedy(),
            "one by one, the best": self._one_by_one(),
            "the first ones": range(max(range(1, n), key=lambda k: self.objective(range(k)))),
        }
