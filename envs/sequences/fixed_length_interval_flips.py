"""Clear a row of bits by flipping windows of one length."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from math import gcd
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs

UNDONE = 10**6  # what a choice counts that leaves a 1, or the row


class FixedLengthIntervalFlips(OptimizationEnvironment):
    """The fewest windows of one length that clear a row of N bits, and the least such length; a tenth more, and one, each level.

    Eight bits at first; N/4 to N/3 windows (at least 2) of up to N/2 bits, which single bits or one window do not equal. From
    level 3 on windows of at least two lengths over 1 clear the row: neither the largest nor the smallest need be the best.
    Reward: ((windows (N + 1) + K of the best) / the same of the answer)^5; 0 where a 1 is left or a window leaves the row.
    """

    row: str

    paper_name = "FaceRightWay"
    max_level = 20
    goal = "minimum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((8, 10, 13, 17), level, percent=10, plus=1), "lengths": 1 + (level >= 3)}

    @classmethod
    def draw(cls, rng: Random, n: int, lengths: int) -> Self:
        if lengths == 1:
            k = rng.randint(2, n // 2)
            starts = rng.sample(range(n - k + 1), rng.randint(max(2, n // 4), max(3, n // 3)))
        else:  # windows of k bits that begin m apart, or in steps of g as often as g goes into m, are as well windows of m bits
            k, m = rng.sample(range(2, n // 2 + 1), 2)
            starts = []
            for _ in range(rng.randint(2, 4)):
                steps = [0, m] if rng.randrange(4) else range(0, m, gcd(k, m))
                first = rng.randint(0, n - k - steps[-1])
                starts += [first + step for step in steps]
        row = 0
        for start in starts:
            row ^= (1 << k) - 1 << start
        return cls(row=f"{row:0{n}b}")

    def statement(self) -> str:
        n = len(self.row)
        return (
            f"Here is a row of {n} bits, at the positions 0 to {n - 1}:\n{self.row}\n"
            "Choose a length K >= 1 and different windows of K consecutive positions; they may overlap. Each window flips the "
            "bits at its positions: a 0 becomes a 1, and a 1 a 0. All bits are to be 0 then. Use as few windows as possible, "
            "and among the choices with so few one with K as small as possible. Give K, then the first position of each window, "
            "in any order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(min_length=2, max_length=len(self.row) + 1, low=0, high=len(self.row))

    def solve(self) -> list[int]:
        return min(self._plans(), key=len)

    def _plans(self) -> list[list[int]]:
        """The only plan of each length that has one, shorter lengths first."""
        return [plan for k in range(1, len(self.row) + 1) if (plan := self._plan(k))]

    def _plan(self, k: int) -> list[int]:
        """K and the first positions, or nothing: the first 1 that is left must begin a window."""
        left, window, plan = int(self.row[::-1], 2), (1 << k) - 1, [k]
        while left:
            start = (left & -left).bit_length() - 1
            if start + k > len(self.row):
                return []
            left ^= window << start
            plan.append(start)
        return plan

    def objective(self, answer: Sequence[int], /) -> int:
        n, (k, *starts) = len(self.row), answer
        left = int(self.row[::-1], 2)
        if k < 1 or len({*starts}) < len(starts):
            raise Infeasible("K is 0, or two windows are the same")
        if max(starts) + k > n:
            return UNDONE
        for start in starts:
            left ^= (1 << k) - 1 << start
        return UNDONE if left else len(starts) * (n + 1) + k

    def acceptable(self) -> bool:
        return "1" in self.row

    def guesses(self) -> Iterable[Sequence[int]]:
        ones = [place for place, bit in enumerate(self.row) if bit == "1"]
        return [[1, *ones], [ones[-1] - ones[0] + 1, ones[0]]]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """A window at each first 1 that is left."""
        runs = [len([*run]) for bit, run in groupby(self.row) if bit == "1"]
        lengths = {"2": 2, "3": 3, "the first run": runs[0], "the shortest run": min(runs), "the longest run": max(runs)}
        plans = {f"K is {name}": self._plan(k) for name, k in lengths.items()}
        return plans | {"K is the largest there is": self._plans()[-1]}
