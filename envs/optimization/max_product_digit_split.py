"""Cut a row of digits into parts whose product is as large as possible."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment, grow


class MaxProductDigitSplit(OptimizationEnvironment):
    """Cut N digits into K + 1 parts with the largest product; a tenth more digits, and one, with each level.

    Four digits at first; K is about half of N. Reward: (product / largest product)^5.
    """

    digits: str
    cuts: int

    paper_name = "MaxMultSplit"
    max_level = 20
    goal = "maximum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(digits="".join(rng.choices("123456789", k=n)), cuts=rng.randint(n // 2 - 1, n // 2))

    def statement(self) -> str:
        return (
            f"Here is a row of {len(self.digits)} digits:\n{self.digits}\n"
            f"Cut it into exactly {self.cuts + 1} parts of at least one digit each, and read each part as an integer. Make the "
            "product of these integers as large as possible. Give them from left to right."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(self.cuts + 1, low=1)

    def solve(self) -> list[int]:
        """The largest product of the first digits by their number, in one part, in two, ..."""
        digits, longest = self.digits, len(self.digits) - self.cuts
        value = [[int(digits[start:end]) for end in range(start + 1, len(digits) + 1)] for start in range(len(digits))]
        best, starts = value[0], []  # best[i] and starts[...][i] are of the first i + parts digits
        for parts in range(1, self.cuts + 1):
            found = [
                max([(best[i] * value[i + parts][end - i], i + parts) for i in range(end + 1)]) for end in range(longest)
            ]
            best = [product for product, _ in found]
            starts.append([start for _, start in found])
        places, end = [len(digits)], len(digits)
        for parts in range(self.cuts, 0, -1):
            end = starts[parts - 1][end - parts - 1]
            places.append(end)
        return self._parts(places[1:])

    def _parts(self, cuts: Sequence[int]) -> list[int]:
        """The parts between cuts, each by the number of digits before it."""
        return [int(self.digits[start:end]) for start, end in pairwise(sorted([0, *cuts, len(self.digits)]))]

    def objective(self, answer: Sequence[int], /) -> int:
        if "".join(map(str, answer)) != self.digits:
            raise Infeasible(f"the parts, one behind the other, are not {self.digits}")
        return prod(answer)

    def rules(self) -> Mapping[str, Sequence[int]]:
        n, places = len(self.digits), range(1, len(self.digits))
        starts = sorted(places, key=lambda place: self.digits[place:], reverse=True)[: self.cuts]
        equal = [n * part // (self.cuts + 1) for part in range(1, self.cuts + 1)]
        single: list[int] = []
        for _ in range(self.cuts):
            left = [place for place in places if place not in single]
            single.append(max(left, key=lambda place: prod(self._parts([*single, place]))))
        found = {"largest beginnings": starts, "equal lengths": equal, "cut by cut": single}
        parts = {name: self._parts(cuts) for name, cuts in found.items()}
        return {**parts, "best of these": max(parts.values(), key=prod)}
