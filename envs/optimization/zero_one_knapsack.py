"""Choose the most valuable items whose weights stay within a capacity."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerSet, OptimizationEnvironment, grow
from rlve.envs.toolkit.text import numbered_rows


class ZeroOneKnapsack(OptimizationEnvironment):
    """The largest value within a capacity, out of N items; a tenth more items, and one, with each level.

    Four items at first, with weights up to 6. From level 3 on an item is worth about its weight, from 10 to 40, and filling up
    by ratio, by value or by weight is not best. Reward: (value / largest value)^40.
    """

    items: Sequence[Sequence[int]]
    capacity: int

    paper_name = "Knapsack"
    max_level = 24
    goal = "maximum"
    exponent = 40

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if n < 7:
            items = [(rng.randint(1, n + 2), rng.randint(1, 9)) for _ in range(n)]
        else:
            items = [(weight, weight + rng.randint(-4, 4)) for weight in rng.choices(range(10, 41), k=n)]
        weights = [weight for weight, _ in items]
        return cls(items, capacity=max(*weights, sum(weights) * rng.randint(40, 60) // 100))

    def statement(self) -> str:
        return (
            f"Here are {len(self.items)} items, one a line as: number: weight value\n{numbered_rows(self.items)}\n"
            f"Choose one item or more. Their weights together must be at most {self.capacity}, and their values together should "
            "be as large as possible. Give the numbers of the chosen items."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.items)
        return IntegerSet(max_length=n, low=0, high=n - 1)

    def solve(self) -> list[int]:
        """For each weight that some of the first items have together, the largest value at that weight."""
        best: dict[int, tuple[int, tuple]] = {0: (0, ())}
        for item, (weight, value) in enumerate(self.items):
            for total, (worth, chosen) in list(best.items()):
                total += weight
                worth += value
                if total <= self.capacity and (total not in best or best[total][0] < worth):
                    best[total] = worth, (item, chosen)
        chosen, answer = max(best.values(), key=lambda one: one[0])[1], []
        while chosen:
            item, chosen = chosen
            answer.append(item)
        return answer

    def objective(self, answer: Sequence[int], /) -> int:
        weight = sum([self.items[item][0] for item in answer])
        if weight > self.capacity:
            raise Infeasible(f"the chosen items weigh {weight}, more than {self.capacity}")
        return sum([self.items[item][1] for item in answer])

    def guesses(self) -> Iterable[Sequence[int]]:
        return self.rules().values() if len(self.items) > 6 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """One item after the other in some order, if it still fits."""
        items, numbers = self.items, range(len(self.items))
        found = {}
        for name, order in (
            ("largest ratio first", sorted(numbers, key=lambda item: -Fraction(items[item][1], items[item][0]))),
            ("most valuable first", sorted(numbers, key=lambda item: -items[item][1])),
            ("lightest first", sorted(numbers, key=lambda item: items[item][0])),
        ):
            chosen, left = [], self.capacity
            for item in order:
                if items[item][0] <= left:
                    chosen.append(item)
                    left -= items[item][0]
            found[name] = chosen
        return found
