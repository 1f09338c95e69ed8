"""Find how long a non-decreasing subsequence of a repeated array can be."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import rungs

BLOCKS_FROM = 10  # integers


class RepeatedArrayLongestNondecreasingSubsequence(Environment):
    """The length of the longest non-decreasing subsequence of N integers, written T times; two integers more with each level.

    Three at first. T is anywhere from half of N to three halves, so that there are both too few and enough copies to climb
    through all integers. From level 3 on most are different, in four or five rising blocks, the higher ones first, and some
    are exchanged: the first copies then give more than the later ones. Reward: exact.
    """

    numbers: Sequence[int]
    copies: int

    paper_name = "RepeatSequenceLNDS"

    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((3, 5, 7, BLOCKS_FROM), level, plus=2)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        numbers = [rng.randint(1, n) for _ in range(n)]
        if n >= BLOCKS_FROM:
            different = n - rng.choice((0, 0, n // 10))
            rising = rng.sample(range(1, 2 * n), different)
            rising = sorted([*rising, *rng.choices(rising, k=n - different)])
            blocks = rng.randint(4, 5)
            cuts = [n * block // blocks for block in range(blocks, -1, -1)]
            numbers = [number for i, j in pairwise(cuts) for number in rising[j:i]]
            for _ in range(rng.randint(1, 2)):
                i, j = rng.sample(range(n), 2)
                numbers[i], numbers[j] = numbers[j], numbers[i]
        return cls(numbers=numbers, copies=rng.randint(max(2, n // 2), 3 * n // 2))

    def statement(self) -> str:
        return (
            f"Here is an array of {len(self.numbers)} integers:\n{' '.join(map(str, self.numbers))}\n"
            f"It is written {self.copies} times in a row, which makes one array of {self.copies * len(self.numbers)} integers. "
            "A subsequence is what remains when any entries are struck out. "
            "What is the length of the longest non-decreasing subsequence of that array?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        """Every copy after as many as there are different integers is spent on the most frequent one."""
        most = Counter(self.numbers)
        copies = min(self.copies, len(most))
        return _longest(self.numbers * copies) + (self.copies - copies) * max(most.values())

    def guesses(self) -> Iterable[int]:
        return list(self.rules().values())[:3] if len(self.numbers) >= BLOCKS_FROM else []

    def rules(self) -> Mapping[str, int]:
        most = max(Counter(self.numbers).values())
        runs = 1 + sum([a > b for a, b in pairwise(self.numbers)])
        return {
            "the most frequent integer in all copies": most * self.copies,
            "one copy, and that": _longest(self.numbers) + most * (self.copies - 1),
            "a copy for each rising run, and that": len(self.numbers) + most * (self.copies - runs),
            "two copies, and that": _longest(self.numbers * 2) + most * (self.copies - 2),
        }


def _longest(numbers: Iterable[int]) -> int:
    ends: list[int] = []  # the least last entry of such a subsequence, by length
    for number in numbers:
        place = bisect_right(ends, number)
        ends[place : place + 1] = [number]
    return len(ends)
