"""Choose items whose values, divided by their costs, give as much as possible."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import numbered_rows


class MaxRatioSubsetSelection(OptimizationEnvironment):
    """K of N items with the largest ratio of values to costs, both added up; a tenth more items, and one, with each level.

    Four items at first, with costs up to 5. From level 3 on a few small items are better than the ratio aimed at, and the others,
    nearly all equally much worse; those of middling cost a little less so. Whoever begins with the best items takes too small
    ones. Reward: (share of the way from the ratio of all items to the largest ratio)^20.
    """

    items: Sequence[Sequence[int]]
    k: int

    paper_name = "FractionalProgramming"
    max_level = 24
    goal = "maximum"
    exponent = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((4, 5, 7, 9), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if n < 9:
            costs = [rng.randint(1, n + 1) for _ in range(n)]
            return cls(items=[(rng.randint(1, 2 * cost), cost) for cost in costs], k=n // 2)
        others, loss = n - n // 4, rng.randint(12, 16)
        taken = others // 2
        p, q = rng.choice(((3, 2), (2, 1), (5, 2), (3, 1), (4, 3), (5, 3)))  # the ratio aimed at
        items = []
        for _ in range(n // 4):
            cost = rng.randint(1, 4)
            items.append((cost * p // q + loss * taken // (n // 4), cost))
        first = (others - taken) // 2 - rng.randint(0, 1)
        for place, cost in enumerate(sorted(rng.sample(range(loss, loss + 30 + n), others))):
            items.append((cost * p // q - loss + rng.randint(-1, 0) + (first <= place < first + taken), cost))
        return cls(items=rng.sample(items, n), k=n // 4 + taken)

    def statement(self) -> str:
        return (
            f"Here are {len(self.items)} items, one a line as: number: value cost\n{numbered_rows(self.items)}\n"
            f"Choose exactly {self.k} of them. The sum of their values, divided by the sum of their costs, should be as large as "
            "possible. Give their numbers."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(self.k, low=0, high=len(self.items) - 1)

    def solve(self) -> list[int]:
        """Dinkelbach: a choice has a larger ratio than p / q if its sum of value * q - cost * p is above 0; so raise p / q to
        the ratio of the choice with the largest such sum, until it is the same. The ratio of all items is not too large.
        """
        ratio = self.baseline()
        while True:
            p, q = ratio.as_integer_ratio()
            gains = [value * q - cost * p for value, cost in self.items]
            chosen = sorted(range(len(gains)), key=gains.__getitem__, reverse=True)[: self.k]
            if (better := self.objective(chosen)) <= ratio:
                return chosen
            ratio = better

    def objective(self, answer: Sequence[int], /) -> Fraction:
        return Fraction(*[sum([self.items[item][part] for item in answer]) for part in (0, 1)])

    def baseline(self) -> Fraction:
        return self.objective(range(len(self.items)))

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._one_by_one()] if len(self.items) > 8 else []

    def _one_by_one(self) -> list[int]:
        """Item after item, the one with which the ratio is largest so far."""
        chosen: list[int] = []
        values = costs = 0
        for _ in range(self.k):
            left = [item for item in range(len(self.items)) if item not in chosen]
            chosen.append(max(left, key=lambda item: Fraction(values + self.items[item][0], costs + self.items[item][1])))
            values, costs = values + self.items[chosen[-1]][0], costs + self.items[chosen[-1]][1]
        return chosen

    def rules(self) -> Mapping[str, Sequence[int]]:
        kept = list(range(len(self.items)))
        while len(kept) > self.k:
            kept = max([[item for item in kept if item != other] for other in kept], key=self.objective)
        keys: dict[str, Callable[[int], Fraction | int]] = {
            "largest ratio": lambda item: -Fraction(*self.items[item]),
            "cheapest": lambda item: self.items[item][1],
            "largest difference": lambda item: self.items[item][1] - self.items[item][0],
        }
        found = {name: sorted(range(len(self.items)), key=key)[: self.k] for name, key in keys.items()}
        found |= {"one by one": self._one_by_one(), "drop one by one": kept}
        return {**found, "best of these": max(found.values(), key=self.objective)}
