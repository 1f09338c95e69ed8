"""Count the sequences that close in on their entries."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from math import prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import numbered_rows


class NestedRangeSequenceCount(Environment):
    """How many sequences of N entries, each in its own range, never leave the gap between earlier entries that they are in.

    Three entries from 1 to 3 at first; one more entry with each level, from level 3 on larger ones instead or as well. Each
    range holds the middle third of the integers. Reward: exact.
    """

    ranges: Sequence[tuple[int, int]]

    paper_name = "RangeShrinkingSequenceCounting"
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((3, 4, 5, 5), level, plus=1), "most": rungs((3, 3, 3, 4), level, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int, most: int) -> Self:
        third = most // 3
        return cls(ranges=[(rng.randint(1, 1 + third), rng.randint(most - third, most)) for _ in range(n)])

    def statement(self) -> str:
        n = len(self.ranges)
        return (
            f"Count the sequences of integers a[0] to a[{n - 1}] in which each a[i] is from its lowest to its highest value, "
            f"both included, one a line as: i: lowest highest\n{numbered_rows(self.ranges)}\n"
            "and in which, for all positions j and i with j < i - 1: if a[j] <= a[i - 1], then a[j] <= a[i], and if "
            f"a[j] >= a[i - 1], then a[j] >= a[i]. Give the number of such sequences modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """From the last entry back; between[a][b]: ways to go on with an entry strictly between a and b.

        The entry after that one, x, lies strictly between a and x or between x and b, or it equals one of the three, and then
        all later ones do. The ends of everything are 0 and top, which no entry equals. Of between, upward holds the sums of
        beginnings of each row, downward those of each column.
        """
        top = max([high for _, high in self.ranges]) + 1
        stay = [0] * (top + 1)
        upward = downward = [[0] * (top + 2)] * (top + 1)
        for i in range(len(self.ranges) - 1, -1, -1):
            low, high = self.ranges[i]
            last = i == len(self.ranges) - 1
            staying = [0, *accumulate(stay)]
            between = [[0] * (top + 1) for _ in range(top + 1)]
            for a in range(high):
                start, up, row = max(a + 1, low), upward[a], between[a]
                for b in range(start + 1, top + 1):
                    end = min(b, high + 1)
                    if last:
                        row[b] = end - start
                        continue
                    down = downward[b]
                    row[b] = (
                        up[end]
                        - up[start]
                        + down[end]
                        - down[start]
                        + (end - start) * (stay[a] + stay[b])
                        + staying[end]
                        - staying[start]
                    )
            upward = [[0, *accumulate(row)] for row in between]
            downward = [[0, *accumulate(column)] for column in zip(*between, strict=True)]
            stay = [int(low <= value <= high and (last or stay[value])) for value in range(top + 1)]
        return between[0][top] % MODULUS

    def guesses(self) -> Iterable[int]:
        return [0, prod([high - low + 1 for low, high in self.ranges]) % MODULUS]

    def rules(self) -> Mapping[str, int]:
        low, high = min([low for low, _ in self.ranges]), max([high for _, high in self.ranges])
        return {"as if all ranges were the widest": type(self)(ranges=[(low, high)] * len(self.ranges)).solve()}
