"""Choose and order items whose values fall with every item before them."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment, grow
from rlve.envs.toolkit.text import numbered_rows


class DiminishingValueOrderedSelection(OptimizationEnvironment):
    """An ordered choice of N items; each counts its value less the penalties of those before it. A tenth more, and one, a level.

    Three items at first. From level 3 on a value is near three fifths of what the item would lose and cost if all others were
    chosen. Reward: (sum / largest sum)^20.
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
        if n < 6:
            return cls(items=[(rng.randint(2, 9), rng.randint(1, 5)) for _ in range(n)])
        penalties = [rng.randint(3, 30) for _ in range(n)]
        shared = [sum([min(penalty, other) for other in penalties]) - penalty for penalty in penalties]
        values = [both * 3 // 5 + rng.randint(-5, 5) for both in shared]
        return cls(items=[*zip(values, penalties, strict=True)])

    def statement(self) -> str:
        return (
            f"Here are {len(self.items)} items, one a line as: number: value penalty\n{numbered_rows(self.items)}\n"
            "Choose one item or more, each at most once, and put them in an order. Every chosen item counts its value minus the "
            "penalties of all chosen items before it. Make the sum of what they count as large as possible. Give the "
            "chosen items in order."
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
        """One item after the other in some order, if it makes the sum larger: not always the most useful one, which is exact."""
        items = self.items
        rising = sorted(range(len(items)), key=lambda item: items[item][1])
        found = {"all, penalties rising": rising}
        for name, key in (
            ("largest value first", lambda item: -items[item][0]),
            ("largest value for the penalty first", lambda item: -items[item][0] / items[item][1]),
            ("smallest penalty first", lambda item: items[item][1]),
        ):
            first, *others = sorted(rising, key=key)
            chosen = [first]
            for new in others:
                more = [item for item in rising if item in chosen or item == new]
                if self.objective(more) > self.objective(chosen):
                    chosen = more
            found[name] = chosen
        return found
