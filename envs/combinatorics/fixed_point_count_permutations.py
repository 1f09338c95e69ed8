"""Count the permutations with some given entries and a given number of fixed points."""

from collections.abc import Mapping, Sequence
from math import comb, factorial
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sequencings import missing, with_gaps


class FixedPointCountPermutations(Environment):
    """How many permutations of 1 to N with some given entries have exactly M fixed points.

    Three or four entries are missing at first, one more with every other level; about half as many are given. Reward: exact.
    """

    entries: Sequence[int]
    fixed: int

    paper_name = "DerangementExtension"
    max_level = 21  # 14 missing entries: at most 11 digits

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"twice": 7 + level}

    @classmethod
    def draw(cls, rng: Random, twice: int) -> Self:
        absent = (twice + rng.randint(0, 1)) // 2
        n = absent + rng.randint((absent + 1) // 3, (absent + 1) // 2)
        entries, places = rng.sample(range(1, n + 1), n), rng.sample(range(n), n)
        if rng.random() < 0.5:  # let one of the given entries be a fixed point
            other = entries.index(places[-1] + 1)
            entries[places[-1]], entries[other] = entries[other], entries[places[-1]]
        gaps = places[:absent]
        fixed = sum([entry == place for place, entry in enumerate(entries, 1)])
        return cls(entries=[0 if place in gaps else entry for place, entry in enumerate(entries)], fixed=fixed)

    def statement(self) -> str:
        n = len(self.entries)
        return (
            f"Here is a permutation P of the integers 1 to {n}, from P(1) to P({n}), with a ? for each entry that is missing:\n"
            f"{with_gaps(self.entries)}\n"
            f"In how many ways can the missing entries be filled in such that P(i) = i for exactly {self.fixed} of the i from 1 "
            f"to {n}? The given entries count as well."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """Choose the fixed points among those that are possible; the others are avoided by inclusion and exclusion."""
        possible, more, absent = self._choices
        left = possible - more
        avoiding = sum([(-1) ** j * comb(left, j) * factorial(absent - more - j) for j in range(left + 1)])
        return comb(possible, more) * avoiding

    @property
    def _choices(self) -> tuple[int, int, int]:
        """How many missing entries can be fixed points, how many are to be, and how many are missing."""
        absent = missing(self.entries)
        given = sum([entry == place for place, entry in enumerate(self.entries, 1)])
        return sum([not self.entries[entry - 1] for entry in absent]), self.fixed - given, len(absent)

    def rules(self) -> Mapping[str, int]:
        possible, more, absent = self._choices
        return {
            "all ways": factorial(absent),
            "fixed points and then anything": comb(possible, more) * factorial(absent - more),
            "all ways, shared alike": factorial(absent) // (possible + 1),
            "as if every missing entry could be fixed": comb(absent, more)
            * sum([(-1) ** j * factorial(absent - more) // factorial(j) for j in range(absent - more + 1)]),
        }
