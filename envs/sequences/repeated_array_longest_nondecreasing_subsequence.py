"""Find how long a non-decreasing subsequence of a repeated array can be."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer


class RepeatedArrayLongestNondecreasingSubsequence(Environment):
    """The length of the longest non-decreasing subsequence of N integers, written T times; one integer more with each level.

    Three at first. T is anywhere from half of N to three halves, so that there are both too few and enough copies to give one
    to every step upward. Reward: exact.
    """

    numbers: Sequence[int]
    copies: int

    paper_name = "RepeatSequenceLNDS"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(numbers=[rng.randint(1, n) for _ in range(n)], copies=rng.randint(max(2, n // 2), 3 * n // 2))

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
        return self.rules().values() if len(self.numbers) > 5 else []

    def rules(self) -> Mapping[str, int]:
        most = max(Counter(self.numbers).values())
        return {
            "the most frequent integer in all copies": most * self.copies,
            "one copy, and that": _longest(self.numbers) + most * (self.copies - 1),
        }


def _longest(numbers: Iterable[int]) -> int:
    ends: list[int] = []  # the least last entry of such a subsequence, by length
    for number in numbers:
        place = bisect_right(ends, number)
        ends[place : place + 1] = [number]
    return len(ends)
