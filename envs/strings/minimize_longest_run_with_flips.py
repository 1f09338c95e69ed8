"""Flip a few characters of a binary string so that its longest run gets as short as possible."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, IntegerSet, OptimizationEnvironment
from rlve.envs.toolkit.sizes import near, rungs


class MinimizeLongestRunWithFlips(OptimizationEnvironment):
    """At most K positions whose characters are flipped, such that the longest run of equal characters is as short as possible.

    Eight characters and one flip at first; 15 characters at level 3, and a tenth more, and one, with each level from there on.
    There are just enough flips for runs of two, from level 3 on also of three, later of four. From level 3 on a run must be cut
    into three, so that to flip its middle is wrong. Reward: (shortest / longest run)^5.
    """

    text: str
    flips: int

    paper_name = "ShortestUnicolorSubstring"
    max_level = 30
    goal = "minimum"
    exponent = 5

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((8, 9, 11, 15), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        size = near(rng, n)
        shortest = rng.randint(2, 2 + (n > 12) + (n > 24))
        runs = [rng.randint(2 * shortest + 2, 3 * shortest + 2) if n > 12 else shortest + rng.randint(1, shortest + 1)]
        while sum(runs) < size:
            runs.append(rng.randint(1, shortest if n < 10 else 2 * shortest + 1))
        runs[-1] -= sum(runs) - size
        rng.shuffle(runs)
        first = rng.randrange(2)
        text = "".join([str((first + i) % 2) * run for i, run in enumerate(runs)])
        return cls(text=text, flips=_flips(text, shortest))

    def statement(self) -> str:
        n = len(self.text)
        flip = "one" if self.flips == 1 else f"at most {self.flips}"
        return (
            f"Here is a string of {n} characters, at the positions 0 to {n - 1}:\n{self.text}\n"
            f"Flip {flip} of its characters (a 0 becomes a 1, and a 1 becomes a 0) such that the longest block of equal "
            "neighbouring characters becomes as short as possible. "
            f"Give the position{'s' * (self.flips > 1)} of what you flip."
        )

    def answer_format(self) -> AnswerFormat:
        high = len(self.text) - 1
        if self.flips == 1:
            return IntegerList(1, low=0, high=high)
        return IntegerSet(max_length=self.flips, low=0, high=high)

    def acceptable(self) -> bool:
        return self.flips > 0 and self.optimum > 1

    def solve(self) -> list[int]:
        """An alternating string if one is near enough; else the shortest length for which the flips are enough."""
        for first in "01":
            wrong = [place for place, symbol in enumerate(self.text) if (symbol == first) == place % 2]
            if len(wrong) <= self.flips:
                return wrong
        longest = next(length for length in range(2, len(self.text)) if _flips(self.text, length) <= self.flips)
        chosen, start = [], 0
        for length in _runs(self.text):
            cuts = length // (longest + 1)
            chosen += [start + k * (length + 1) // (cuts + 1) - 1 for k in range(1, cuts + 1)]
            start += length
        return chosen

    def objective(self, answer: Sequence[int], /) -> int:
        return max(_runs("".join(["10"[int(symbol)] if i in answer else symbol for i, symbol in enumerate(self.text)])))

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Again and again the middle of the longest run; as many flips in even distances."""
        n, k = len(self.text), self.flips
        middles: list[int] = []
        row = self.text
        for _ in range(k):
            runs = _runs(row)
            longest = runs.index(max(runs))
            middles.append(sum(runs[:longest]) + runs[longest] // 2)
            row = row[: middles[-1]] + "10"[int(row[middles[-1]])] + row[middles[-1] + 1 :]
        return {
            "middle of the longest": sorted(set(middles)),
            "even distances": [i * (n + 1) // (k + 1) - 1 for i in range(1, k + 1)],
        }


def _runs(text: str) -> list[int]:
    return [len([*run]) for _, run in groupby(text)]


def _flips(text: str, longest: int) -> int:
    """How many flips within the runs leave none that is longer; at least 2, as else the ends of the runs matter."""
    return sum([length // (longest + 1) for length in _runs(text)])
