"""Order items with prerequisites so that heavy ones come late."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, OptimizationEnvironment, Permutation
from rlve.envs.toolkit.sizes import rungs


class MaxWeightedForestPrecedenceOrder(OptimizationEnvironment):
    """Order N items for the largest sum of place times weight, some of them behind another; a tenth more items, and one, with
    each level.

    Three items at first, with weights up to 9. From level 3 on most belong to trees of four: a heavy one, behind it a light one,
    and two of either kind. Neither the item nor the pair of items that is lightest on average may always come next.
    Reward: (value / largest value)^40: all orders are worth nearly the same.
    """

    weights: Sequence[int]
    behind: Sequence[int]

    paper_name = "Max_TreeConstrainedPermutation_Weight"
    max_level = 20
    goal = "maximum"
    exponent = 40

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((3, 5, 7, 10), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        weights: list[int] = []
        behind: list[int] = []
        while len(weights) < n:
            first, size = len(weights), 1 if n > 9 and rng.random() < 0.2 else min(4, n - len(weights))
            for item in range(first, first + size):
                light = item == first + 1 or rng.random() < 0.4
                kind = (4, 18) if size == 1 else (10, 20) if item == first else (1, 8) if light else (12, 30)
                weights.append(rng.randint(*(kind if n > 9 else (1, 9))))
                behind.append(-1 if item == first else rng.randrange(first - (n < 5), item))
        label = rng.sample(range(n), n)
        renamed = sorted(zip(label, weights, [label[item] if item >= 0 else -1 for item in behind], strict=True))
        return cls(weights=[weight for _, weight, _ in renamed], behind=[before for _, _, before in renamed])

    def statement(self) -> str:
        n = len(self.weights)
        lines = [
            f"{item}: {weight}" + (f" later than {before}" if before >= 0 else "")
            for item, (weight, before) in enumerate(zip(self.weights, self.behind, strict=True))
        ]
        return "\n".join(
            [
                f"Here are {n} items, one a line as: number: weight. Some must stand at a later place than another item:",
                *lines,
                f"Put all items in an order that keeps to this. Its value is the sum, over its places 1 to {n}, of the place "
                "times the weight of the item there. Give an order with as large a value as possible.",
            ]
        )

    def answer_format(self) -> AnswerFormat:
        return Permutation(len(self.weights))

    def solve(self) -> list[int]:
        """Of all groups of items the one that is lightest on average follows at once on the group that it must stand behind,
        as between the two there could only be something heavier, which is better later. Those two then are one group.
        """
        n = len(self.weights)
        groups = {item: [item] for item in range(n)}  # by the first item
        totals = dict(enumerate(self.weights))
        group_of, order = list(range(n)), []
        placed = [False] * n
        while groups:
            first = next(iter(groups))
            for other in groups:
                if totals[other] * len(groups[first]) < totals[first] * len(groups[other]):
                    first = other
            group, before = groups.pop(first), self.behind[first]
            if before < 0 or placed[before]:
                order += group
                for item in group:
                    placed[item] = True
            else:
                joined = group_of[before]
                groups[joined] += group
                totals[joined] += totals[first]
                for item in group:
                    group_of[item] = joined
        return order

    def objective(self, answer: Sequence[int], /) -> int:
        place = {item: number for number, item in enumerate(answer, 1)}
        for item, before in enumerate(self.behind):
            if before >= 0 and place[before] > place[item]:
                raise Infeasible(f"{item} is not later than {before}")
        return sum([number * self.weights[item] for item, number in place.items()])

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._next_least(self._with_lightest)] if len(self.weights) > 9 else []

    def _with_lightest(self, item: int) -> int:
        """Twice the weight of an item, or twice its average with the lightest one directly behind it, if that is less."""
        weight = self.weights[item]
        return weight + min([weight, *[self.weights[other] for other, before in enumerate(self.behind) if before == item]])

    def _next_least(self, key: Callable[[int], int | Fraction]) -> list[int]:
        """Of the items that may come next always the one with the least key."""
        keys = [key(item) for item in range(len(self.weights))]
        order: list[int] = []
        free = [item for item, before in enumerate(self.behind) if before < 0]
        while free:
            order.append(min(free, key=keys.__getitem__))
            free.remove(order[-1])
            free += [item for item, before in enumerate(self.behind) if before == order[-1]]
        return order

    def rules(self) -> Mapping[str, Sequence[int]]:
        last: list[int] = []
        while len(last) < len(self.weights):
            left = [item for item in range(len(self.weights)) if item not in last]
            free = [item for item in left if not any(self.behind[other] == item for other in left)]
            last.append(max(free, key=self.weights.__getitem__))
        found = {
            "lightest next": self._next_least(self.weights.__getitem__),
            "heaviest last": last[::-1],
            "lightest with all behind it": self._next_least(self._average),
        }
        best = max(found.values(), key=self.objective)
        return {**found, "best of these": best, "lightest alone or with one behind": self._next_least(self._with_lightest)}

    def _average(self, item: int) -> Fraction:
        """The average weight of an item and all that must stand behind it."""
        tree = [item]
        for above in tree:
            tree += [other for other, before in enumerate(self.behind) if before == above]
        return Fraction(sum([self.weights[other] for other in tree]), len(tree))
