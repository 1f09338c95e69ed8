"""Count the permutations that bubble sort orders in as few swaps as their distances allow."""

from collections.abc import Iterable, Mapping, Sequence
from math import comb
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.text import rows


class BubbleSortLowerBoundPermutationCounting(Environment):
    """How many permutations of N integers between two of them have half as many inversions as their distances add up to.

    Four integers at first, where the two permutations begin alike; then one more with each level. Most of the two are such
    permutations themselves. Reward: exact.
    """

    ends: Sequence[Sequence[int]]

    paper_name = "BubbleSwapLowerBound_PermutationCounting"
    max_level = 19  # 22 integers: the number of such permutations in all, a Catalan number, has 11 digits

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": max(4, 3 + level), "different": 3 + level}

    @classmethod
    def draw(cls, rng: Random, n: int, different: int) -> Self:
        integers = rng.sample(range(n), n)
        begin, rest = integers[: n - different], integers[n - different :]
        ends = []
        for _ in range(2):
            rest, size = rng.sample(rest, different), rng.randint(1, different - 1)
            if rng.random() < 0.8:  # two ascending parts, so that no three descend
                parts = sorted(rest[:size]), sorted(rest[size:])
                rest = [parts[part].pop(0) for part in rng.sample([0] * size + [1] * (different - size), different)]
            ends.append(begin + rest)
        return cls(ends=sorted(ends))

    def statement(self) -> str:
        last = len(self.ends[0]) - 1
        return (
            f"Let p be a permutation of the integers 0 to {last}, with p[i] at position i, counted from 0. Let s be the number "
            "of swaps with which bubble sort orders it, that is, the number of pairs in which a larger integer stands before "
            "a smaller one, and let d be the sum of the distances |i - p[i]|. Then s is at least d / 2. "
            "Count the permutations with s = d / 2 that lie in lexicographic order between these two, both included:\n"
            f"{rows(self.ends)}"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """They are the permutations in which no three integers descend: each next integer is the largest or the least left."""
        low, high = self.ends
        return self._before(high, including=True) - self._before(low, including=False)

    def _before(self, end: Sequence[int], *, including: bool) -> int:
        """How many come before one permutation: by the first place at which they differ from it."""
        n, total, largest, left = len(end), 0, -1, list(range(len(end)))
        for i, integer in enumerate(end):
            smaller = [largest] if left[0] < min(largest, integer) else []
            total += sum([self._ends(n - i - 1, n - 1 - new) for new in [*smaller, *range(largest + 1, integer)]])
            if integer < largest and integer > left[0]:
                return total
            left.remove(integer)
            largest = max(largest, integer)
        return total + including

    @staticmethod
    def _ends(places: int, larger: int) -> int:
        """How many ways to go on with so many places, and so many integers above the largest one: a ballot number."""
        return comb(places + larger, larger) - comb(places + larger, places + 1)

    def acceptable(self) -> bool:
        return self.ends[0] != self.ends[1]

    def guesses(self) -> Iterable[int]:
        n = len(self.ends[0])
        return [] if n < 5 else [0, 1, self._ends(n, n)]

    def rules(self) -> Mapping[str, int]:
        n = len(self.ends[0])
        low, high = (end[0] for end in self.ends)
        without = sum([sign * self._before(end, including=False) for sign, end in zip((-1, 1), self.ends, strict=True)])
        return {
            "without the second": without,
            "all that begin as the second": self._ends(n - 1, n - 1 - high),
            "by the first integers alone": sum([self._ends(n - 1, n - 1 - begin) for begin in range(low, high)]),
        }
