"""Count the sequences from ranges or zero whose other entries increase."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from math import prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.sizes import near, rungs
from rlve.envs.toolkit.text import numbered_rows


class OptionalIncreasingRangeSequenceCount(Environment):
    """How many sequences of N entries, each 0 or in its own range, have increasing entries beside the zeros.

    Three entries and integers up to 4 at first; four entries up to 9 at level 3, a tenth more, and one, with each level from
    there on, and integers up to half of N squared and one. In half of the problems the middles of the ranges ascend.
    Reward: exact.
    """

    ranges: Sequence[Sequence[int]]

    paper_name = "RangeConstrained_IncreasingSequence_Counting"
    max_level = 24

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = rungs((3, 3, 4, 4, 5), level, percent=10, plus=1)
        return {"n": n, "most": (4, 5, 6, 9)[level] if level < 4 else n * n // 2 + 1}

    @classmethod
    def draw(cls, rng: Random, n: int, most: int) -> Self:
        n = near(rng, n)
        if most < 7:  # two or three integers in a range, and one in the first
            ranges = []
            for width in rng.sample([0, *[(most - 1) // 3] * (n - 1)], n):
                low = rng.randint(1, most - width)
                ranges.append((low, low + width))
        else:
            ranges = [sorted(rng.choices(range(1, most + 1), k=2)) for _ in range(n)]
        return cls(ranges=sorted(ranges, key=sum) if rng.random() < 0.5 else ranges)

    def statement(self) -> str:
        n = len(self.ranges)
        return (
            f"Count the sequences of integers a[0] to a[{n - 1}] in which each entry a[i] is 0 or from its lowest to its highest "
            f"value, both included, one a line as: i: lowest highest\n{numbered_rows(self.ranges)}\n"
            "The entries that are not 0 must be strictly increasing from left to right, and there must be at least one of them. "
            f"Give the number of such sequences modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """ways[v]: how many beginnings have v for the last entry that is not 0; v = 0 where there is none."""
        ways = [1] + [0] * max([high for _, high in self.ranges])
        for low, high in self.ranges:
            below = list(accumulate(ways[:high]))
            ways[low : high + 1] = [
                count + smaller for count, smaller in zip(ways[low : high + 1], below[low - 1 :], strict=True)
            ]
        return (sum(ways) - 1) % MODULUS

    def guesses(self) -> Iterable[int]:
        return [prod([high - low + 2 for low, high in self.ranges]) - 1]

    def rules(self) -> Mapping[str, int]:
        single = sum([high - low + 1 for low, high in self.ranges])
        pairs = 0
        for j, (_, high) in enumerate(self.ranges):
            for i in range(j):
                a, b = self.ranges[i]
                low, high = self.ranges[j]
                pairs += sum([max(0, high - max(low - 1, value)) for value in range(a, b + 1)])
        return {"at most one entry that is not 0": single, "at most two": single + pairs}
