"""Find the smallest positive integers that stand in given relations."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList
from rlve.envs.toolkit.graphs import random_edges
from rlve.envs.toolkit.scores import credit_by_share
from rlve.envs.toolkit.sizes import rungs

SIGNS = ("<", "<=", "=", ">=", ">")


class OrderRelationsMinSum(Environment):
    """The least values of N unknowns with relations between pairs; a tenth more unknowns, and one, with each level.

    Three unknowns and two relations at first, eight and twelve at level 3, and then twice as many relations as unknowns. From
    level 3 on neither going through them once nor passing over those with "=" is enough. Reward: (share of right values)^5.
    """

    n: int
    relations: Sequence[tuple[int, int, int]]  # left, index of its sign in SIGNS, right

    paper_name = "DifferenceConstraintSystemDAG"
    max_level = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = rungs((3, 4, 6, 8), level, percent=10, plus=1)
        return {"n": n, "relations": (2, 5, 8, 12, 16)[level] if level < 5 else 2 * n}

    @classmethod
    def draw(cls, rng: Random, n: int, relations: int) -> Self:
        pairs = random_edges(rng, n, relations)
        if n < 8:
            planted = rng.choices(range(n), k=n)
        else:  # a long chain, and other pairs
            order, planted = rng.sample(range(n), n), [0] * n
            for before, after in pairwise(order):
                planted[after] = planted[before] + (rng.random() < 0.8)
            chain = [(min(pair), max(pair)) for pair in pairwise(order)]
            pairs = [*chain, *[pair for pair in pairs if pair not in chain]][:relations]
        found = []
        for pair in rng.sample(pairs, relations):
            left, right = rng.sample(pair, 2)
            a, b = planted[left], planted[right]
            sign = rng.choice((0, 0, 1) if a < b else (4, 4, 3) if a > b else (1, 2, 2, 3))
            found.append((left, sign, right))
        return cls(n, found)

    def statement(self) -> str:
        lines = "\n".join([f"x{left} {SIGNS[sign]} x{right}" for left, sign, right in self.relations])
        return (
            f"The integers x0 to x{self.n - 1} are from 1 to {self.n}, with these relations, one a line:\n{lines}\n"
            f"All relations must hold, and the sum of the integers should be as small as possible. Give x0 to x{self.n - 1}, in "
            "order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(self.n, low=1, high=self.n)

    def solve(self) -> list[int]:
        return self._raised(self._steps())

    def _raised(self, steps: Sequence[tuple[int, int, int]]) -> list[int]:
        """From all ones, what is too small for a step is raised, until nothing is: after less than N rounds."""
        values = [1] * self.n
        for _ in range(self.n):
            before, values = values, self._once(values, steps)
            if values == before:
                break
        return values

    def _steps(self) -> list[tuple[int, int, int]]:
        """Each relation as (low, high, step): value of high >= value of low + step."""
        steps = []
        for left, sign, right in self.relations:
            if sign <= 2:
                steps.append((left, right, int(sign == 0)))
            if sign >= 2:
                steps.append((right, left, int(sign == 4)))
        return steps

    @staticmethod
    def _once(values: Sequence[int], steps: Iterable[tuple[int, int, int]]) -> list[int]:
        values = list(values)
        for low, high, step in steps:
            if values[high] < values[low] + step:
                values[high] = values[low] + step
        return values

    def score(self, answer: Sequence[int], /) -> float:
        return credit_by_share(self.reference, answer, 5)

    def guesses(self) -> Iterable[Sequence[int]]:
        steps, ones = self._steps(), [1] * self.n
        if self.n < 8:
            return [ones]
        unequal = [(low, high, step) for low, high, step in steps if (high, low, step) not in steps]  # without those with "="
        return [ones, self._once(ones, steps), self._once(ones, steps[::-1]), self._raised(unequal)]

    def rules(self) -> Mapping[str, Sequence[int]]:
        steps = self._steps()
        once = self._once([1] * self.n, steps)
        return {
            "once through the relations": once,
            "twice through the relations": self._once(once, steps),
            "once through them from the last": self._once([1] * self.n, steps[::-1]),
            "once down and once up": self._once(once, steps[::-1]),
            "one more than what must be smaller": [
                min(self.n, 1 + len({low for low, high, step in steps if high == x and step})) for x in range(self.n)
            ],
        }
