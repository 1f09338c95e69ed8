"""Reverse the values at chosen positions to make a long non-decreasing subsequence."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment


class LongestNondecreasingSubsequenceAfterOneReversal(OptimizationEnvironment):
    """Positions whose reversal gives the longest non-decreasing subsequence; one more value with each level.

    Five at first; the values are uniform in 1..N. Reward: (share of the best gain over the unchanged sequence)^5.
    """

    values: Sequence[int]

    paper_name = "SubsequenceReversalLNDS"
    version = 3
    goal = "maximum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 5 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(values=[rng.randint(1, n) for _ in range(n)])

    def statement(self) -> str:
        n = len(self.values)
        return (
            f"A sequence has {n} values, at the positions 0 to {n - 1}:\n{' '.join(map(str, self.values))}\n"
            "Choose one or more positions, adjacent or not, and reverse the order of the values at these positions: the values "
            "at the first and the last chosen position change places, those at the second and the last but one, and so on; all "
            "other values stay. Choose such that the longest non-decreasing subsequence of the new sequence is as long as "
            "possible. A subsequence is what remains when any values are struck out. Give the positions chosen."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.values)
        return IntegerSet(max_length=n, low=0, high=n - 1)

    def solve(self) -> list[int]:
        """Interval dynamic programming, from short intervals to long ones, on sets packed into integers.

        A table t[l, r] is the set of all (count, lowest, highest) such that the positions l..r, after a reversal inside
        them, hold a non-decreasing subsequence of `count` values, all of rank lowest..highest. Its union is |.
        """
        n, distinct = len(self.values), sorted(set(self.values))
        ranks, size = [distinct.index(value) for value in self.values], len(distinct)
        block = size * size  # (count, lowest, highest) is bit count * block + lowest * size + highest
        every = sum([1 << count * block for count in range(n)])
        ones = [sum([1 << k for k in range(m)]) for m in range(size + 1)]
        strides = [sum([1 << k * size for k in range(m)]) for m in range(size + 1)]
        row = [every * (ones[size - v] << v * size + v) for v in range(size)]  # lowest = v <= highest
        column = [every * (strides[v + 1] << v) for v in range(size)]  # lowest <= v = highest

        def first(table: int, v: int) -> int:  # v stands before all that the table counts
            return ((table & row[v]) >> v * size) * strides[v + 1] << block

        def last(table: int, v: int) -> int:  # v stands after all that the table counts
            return (table & column[v]) * ones[size - v] << block

        empty = (1 << block) - 1
        tables = {(left, left - 1): empty for left in range(n + 1)}
        for length in range(1, n + 1):
            for left in range(n - length + 1):
                right = left + length - 1
                a, b = ranks[left], ranks[right]
                later, earlier = tables[left + 1, right], tables[left, right - 1]
                table = later | earlier | first(later, a) | last(earlier, b)
                if left < right and a != b:
                    inner = tables[left + 1, right - 1]
                    table |= first(inner, b) | last(inner, a) | first(last(inner, a), b)
                tables[left, right] = table
        return self._chosen(ranks, size, tables)

    def _chosen(self, ranks: Sequence[int], size: int, tables: dict[tuple[int, int], int]) -> list[int]:
        """The positions of a best reversal, read back from the tables."""
        left, right, low, high = 0, len(ranks) - 1, 0, size - 1
        count = (tables[left, right].bit_length() - 1) // (size * size)
        chosen = []

        def has(left: int, right: int, low: int, high: int, count: int) -> bool:
            fits = count >= 0 and low <= high
            return fits and bool(tables[left, right] >> (count * size + low) * size + high & 1)

        while count:
            a, b = ranks[left], ranks[right]
            if has(left + 1, right, low, high, count):
                left += 1
            elif has(left, right - 1, low, high, count):
                right -= 1
            elif a >= low and has(left + 1, right, a, high, count - 1):
                left, low, count = left + 1, a, count - 1
            elif b <= high and has(left, right - 1, low, b, count - 1):
                right, high, count = right - 1, b, count - 1
            else:
                chosen += [left, right]
                left, right = left + 1, right - 1
                if b >= low and has(left, right, b, high, count - 1):
                    low, count = b, count - 1
                elif a <= high and has(left, right, low, a, count - 1):
                    high, count = a, count - 1
                else:
                    low, high, count = b, a, count - 2
        return chosen or [0]

    def objective(self, answer: Sequence[int], /) -> int:
        values = list(self.values)
        for i, j in zip(answer, reversed(answer), strict=True):
            values[i] = self.values[j]
        return longest_nondecreasing(values)

    def baseline(self) -> int:
        return longest_nondecreasing(self.values)

    def guesses(self) -> Iterable[Sequence[int]]:
        n = len(self.values)
        return [[0], list(range(n)), [0, n - 1]]


def longest_nondecreasing(values: Iterable[int]) -> int:
    """The length of a longest non-decreasing subsequence."""
    ends: list[int] = []  # the least last value of such a subsequence, by length
    for value in values:
        place = bisect_right(ends, value)
        ends[place : place + 1] = [value]
    return len(ends)
