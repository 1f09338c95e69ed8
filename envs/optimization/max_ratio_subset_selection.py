"""Choose items whose values, divided by their costs, give as much as possible."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment, grow
from rlve.envs.toolkit.text import numbered_rows


class MaxRatioSubsetSelection(OptimizationEnvironment):
    """K of N items with the largest ratio of values to costs, both added up; a tenth more items, and one, with each level.

    Four items at first, with costs up to 4. Reward: (ratio / largest ratio)^20.
    """

    items: Sequence[Sequence[int]]
    k: int

    paper_name = "FractionalProgramming"
    max_level = 30
    goal = "maximum"
    exponent = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1), "largest": min(4 + 2 * level, 20)}

    @classmethod
    def draw(cls, rng: Random, n: int, largest: int) -> Self:
        costs = [rng.randint(1, largest) for _ in range(n)]
        return cls(items=[(rng.randint(1, 2 * cost), cost) for cost in costs], k=rng.randint(n // 2, 2 * n // 3))

    def statement(self) -> str:
        return (
            f"Here are {len(self.items)} items, one a line as: number: value cost\n{numbered_rows(self.items)}\n"
            f"Choose exactly {self.k} of them. The sum of their values, divided by the sum of their costs, should be as large as "
            "possible. Give their numbers."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(self.k, low=0, high=len(self.items) - 1)

    def solve(self) -> list[int]:
        """Dinkelbach: what a ratio p / q leaves of each item is value - cost * p / q; a better choice leaves more than 0."""
        p, q = 0, 1
        while True:
            left = [value * q - cost * p for value, cost in self.items]
            chosen = sorted(range(len(left)), key=left.__getitem__, reverse=True)[: self.k]
            if sum([left[item] for item in chosen]) <= 0:
                return chosen_before
            p, q = (sum([self.items[item][part] for item in chosen]) for part in (0, 1))
            chosen_before = chosen

    def objective(self, answer: Sequence[int], /) -> Fraction:
        values, costs = zip(*[self.items[item] for item in answer], strict=True)
        return Fraction(sum(values), sum(costs))

    def rules(self) -> Mapping[str, Sequence[int]]:
        order = range(len(self.items))
        found = {
            "largest ratios": sorted(order, key=lambda item: -Fraction(*self.items[item])),
            "cheapest": sorted(order, key=lambda item: (self.items[item][1], -self.items[item][0])),
            "most valuable": sorted(order, key=lambda item: (-self.items[item][0], self.items[item][1])),
            "largest differences": sorted(order, key=lambda item: self.items[item][1] - self.items[item][0]),
        }
        chosen: list[int] = []
        for _ in range(self.k):
            chosen.append(max([item for item in order if item not in chosen], key=lambda item: self.objective([*chosen, item])))
        found["one by one"] = chosen
        found = {name: items[: self.k] for name, items in found.items()}
        return {**found, "best of these": max(found.values(), key=self.objective)}
