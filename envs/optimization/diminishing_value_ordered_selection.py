"""Choose and order items whose values fall with every item before them."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment, grow
from rlve.envs.toolkit.text import numbered_rows


class DiminishingValueOrderedSelection(OptimizationEnvironment):
    """An ordered choice of N items; each counts its value less the penalties of those before it. A tenth more, and one, a level.

    Three items at first. From level 3 on values are near what the other items cost.
    Reward: (sum / largest sum)^20.
    """

    items: Sequence[Sequence[int]]

    paper_name = "ValueDiminishingSelection"
    max_level = 25
    goal = "maximum"
    exponent = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(3, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        penalties = [rng.randint(1, 2 * n) for _ in range(n)]
        return cls(items=[(rng.randint(1, p * n // 2 + 3), p) for p in penalties])

    def statement(self) -> str:
        return (
            f"Here are {len(self.items)} items, one a line as: number: value penalty\n{numbered_rows(self.items)}\n"
            "Choose one item or more, each at most once, and put them in an order. Every chosen item counts its value minus the "
            "penalties of all chosen items before it. Make the sum of what they count as large as possible. Give the chosen items "
            "in order."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.items)
        return IntegerList(min_length=1, max_length=n, low=0, high=n - 1)

    def solve(self) -> list[int]:
        """In a best order the penalties rise; so, largest penalty first, the best sums by the number of items that come later."""
        best: list[tuple[int, tuple]] = [(0, ())]
        for item in sorted(range(len(self.items)), key=lambda item: self.items[item][1], reverse=True):
            value, penalty = self.items[item]
            longer = [(total + value - penalty * later, (item, chosen)) for later, (total, chosen) in enumerate(best)]
            best = [max(pair, key=lambda one: one[0]) for pair in zip([*best, longer[-1]], [best[0], *longer], strict=True)]
        chosen, answer = max(best[1:], key=lambda one: one[0])[1], []
        while chosen:
            item, chosen = chosen
            answer.append(item)
        return answer

    def objective(self, answer: Sequence[int], /) -> int:
        if len(set(answer)) < len(answer):
            raise Infeasible("an item is chosen twice")
        total = lost = 0
        for item in answer:
            value, penalty = self.items[item]
            total += value - lost
            lost += penalty
        return total

    def rules(self) -> Mapping[str, Sequence[int]]:
        items = self.items
        rising = sorted(range(len(items)), key=lambda item: items[item][1])

        def greedy(order: Sequence[int]) -> list[int]:
            """One item after the other, where it makes the sum larger at its best place."""
            chosen: list[int] = [order[0]]
            for item in order[1:]:
                more = [i for i in rising if i in chosen or i == item]
                if self.objective(more) > self.objective([i for i in rising if i in chosen]):
                    chosen.append(item)
            return [i for i in rising if i in chosen]

        chosen: list[int] = []
        while len(chosen) < len(items):
            more = max([[i for i in rising if i in chosen or i == item] for item in rising if item not in chosen], key=self.objective)
            if chosen and self.objective(more) <= self.objective(chosen):
                break
            chosen = more
        left = rising
        while len(left) > 1:
            fewer = max([[i for i in left if i != item] for item in left], key=self.objective)
            if self.objective(fewer) <= self.objective(left):
                break
            left = fewer
        order = range(len(items))
        return {
            "all, penalties rising": rising,
            "largest value first": greedy(sorted(order, key=lambda item: -items[item][0])),
            "largest value for the penalty first": greedy(sorted(order, key=lambda item: -items[item][0] / items[item][1])),
            "most useful first": chosen,
            "least useful out": left,
            "value above penalty times half": [i for i in rising if items[i][0] > items[i][1] * len(items) / 2] or rising[:1],
        }
