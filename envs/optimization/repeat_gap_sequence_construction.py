"""Arrange types in a sequence so that the gaps between equal ones are worth most."""

from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment, grow


class RepeatGapSequenceConstruction(OptimizationEnvironment):
    """A sequence of N types that scores most for the gaps between equal ones; a tenth longer, and one, with each level.

    Four places at first; about half as many types as places. Reward: (score / largest score)^20.
    """

    values: Sequence[int]
    n: int

    paper_name = "StuntFlying"
    max_level = 24
    goal = "maximum"
    exponent = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        types = rng.randint(n // 2, n // 2 + 2)
        return cls(values=[rng.randint(1, 2 * n) for _ in range(types)], n=n)

    def statement(self) -> str:
        values = " ".join(map(str, self.values))
        return (
            f"Here are the values of the types 0 to {len(self.values) - 1}, that of type 0 first:\n{values}\n"
            f"Write a sequence of {self.n} types, each as often as you like. An entry scores the value of its type times the "
            "distance back to the nearest earlier entry of this type, or 0 if there is none; neighbours have distance 1. Make "
            "the total score as large as possible."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(self.n, low=0, high=len(self.values) - 1)

    def solve(self) -> list[int]:
        """A type scores its value times the way from its first to its last entry: the most valuable ones go outside."""
        order = sorted(range(len(self.values)), key=self.values.__getitem__, reverse=True)
        outside = order[: self.n // 2]
        middle = [outside[-1]] * (self.n - 2 * len(outside))
        return [*outside, *middle, *outside[::-1]]

    def objective(self, answer: Sequence[int], /) -> int:
        score, before = 0, {}
        for place, kind in enumerate(answer):
            score += self.values[kind] * (place - before.get(kind, place))
            before[kind] = place
        return score

    def rules(self) -> Mapping[str, Sequence[int]]:
        order = sorted(range(len(self.values)), key=self.values.__getitem__, reverse=True)
        best, second = order[:2]
        return {
            "the best type only": [best] * self.n,
            "all types in turn, best first": [*islice(cycle(order), self.n)],
            "the best half in turn": [*islice(cycle(order[: self.n // 2]), self.n)],
            "the best at both ends, the second between": [best, *[second] * (self.n - 2), best],
        }
