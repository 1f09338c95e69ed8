"""Rearrange items by swaps that cost least."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment

FAR = 10**9  # more than any swaps cost


class MinCostPermutationSortSwaps(OptimizationEnvironment):
    """Swaps of two items each that turn one order of N items into another; one more item with each level.

    Four items at first. From level 3 on the cheapest item of all helps to sort some cycles of misplaced items, while others
    are sorted best by their own cheapest item. Reward: (least cost / cost)^10, and 0 where another order results.
    """

    costs: Sequence[int]
    now: Sequence[int]
    wanted: Sequence[int]

    paper_name = "SLOElephants"
    max_level = 30
    goal = "minimum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        items = rng.sample(range(n), n)
        if n < 7:
            first, wanted = rng.randint(n // 2, n - 1), list(range(n))
            cycles, costs = [items[:first], items[first:]], rng.choices(range(1, n), k=n)
        else:
            wanted, cycles = rng.sample(range(n), n), _cut(rng, items)
            costs, cheapest, pays = [0] * n, rng.randint(2, 3), rng.randrange(2)
            for cycle in cycles:
                size, pays = len(cycle), 1 - pays
                limit = (size + 1) * cheapest // (size - 3) if size > 3 else 5 * cheapest
                high = pays and size > 3  # above the limit it pays that the cheapest item helps
                least = rng.randint(limit + 1, limit + 2 * cheapest) if high else rng.randint(cheapest + 1, limit - 1)
                for item in cycle:
                    costs[item] = least + rng.randint(0, 3 * cheapest)
                costs[rng.choice(cycle)] = least
            costs[items[0]] = cheapest
        now = [0] * n
        for cycle in cycles:
            for item, other in zip(cycle, cycle[1:] + cycle[:1], strict=True):
                now[wanted.index(item)] = other
        return cls(costs=costs, now=now, wanted=wanted)

    def statement(self) -> str:
        n = len(self.costs)
        return (
            f"The items 0 to {n - 1} stand in a row. This is their order, from left to right:\n{' '.join(map(str, self.now))}\n"
            f"This is the order wanted:\n{' '.join(map(str, self.wanted))}\n"
            "A swap lets two items, adjacent or not, change places, and costs as much as these two items together. These are the "
            f"costs of the items 0 to {n - 1}:\n{' '.join(map(str, self.costs))}\n"
            f"Make the order wanted by 1 to {2 * n} swaps that cost as little as possible. Give the two items of each swap "
            "in turn (their numbers, not their places)."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.costs)
        return IntegerList(min_length=2, max_length=4 * n, low=0, high=n - 1, pairs=True)

    def solve(self) -> list[int]:
        """In each cycle the cheapest item moves on from place to place, unless it pays that the cheapest of all stands in."""
        helper = min(range(len(self.costs)), key=self.costs.__getitem__)
        return self._swaps(helper, [self._pays(cycle, helper) for cycle in self._cycles()])

    def _cycles(self) -> list[list[int]]:
        """The misplaced items, such that each stands where the one before it in its cycle belongs."""
        there, cycles = dict(zip(self.wanted, self.now, strict=True)), []
        for first in self.wanted:
            cycle = [first]
            while cycle[-1] in there:
                cycle.append(there.pop(cycle[-1]))
            if len(cycle) > 2:
                cycles.append(cycle[1:])
        return cycles

    def _pays(self, cycle: Sequence[int], helper: int) -> bool:
        least, size = min([self.costs[item] for item in cycle]), len(cycle)
        return least + (size + 1) * self.costs[helper] < (size - 2) * least

    def _swaps(self, helper: int, helped: Sequence[bool]) -> list[int]:
        """The least item of a cycle changes places with all others, the last one first; or the helper, once it took its place."""
        swaps: list[int] = []
        for cycle, with_help in zip(self._cycles(), helped, strict=True):
            start = min(range(len(cycle)), key=lambda i: self.costs[cycle[i]])
            least, others = cycle[start], cycle[start + 1 :] + cycle[:start]
            moves = [(helper if with_help else least, item) for item in others[::-1]]
            around = [(helper, least)] if with_help and helper != least else []
            swaps += [item for swap in [*around, *moves, *around] for item in swap]
        return swaps

    def objective(self, answer: Sequence[int], /) -> int:
        if len(answer) % 2:
            raise Infeasible("expected two items for each swap")
        place = {item: i for i, item in enumerate(self.now)}
        for i, j in zip(answer[::2], answer[1::2], strict=True):
            if i == j:
                return FAR
            place[i], place[j] = place[j], place[i]
        if any(place[item] != i for i, item in enumerate(self.wanted)):
            return FAR
        return sum([self.costs[item] for item in answer])

    def rules(self) -> Mapping[str, Sequence[int]]:
        helper, cycles = min(range(len(self.costs)), key=self.costs.__getitem__), self._cycles()
        return {
            "never help": self._swaps(helper, [False] * len(cycles)),
            "always help": self._swaps(helper, [True] * len(cycles)),
            "help in long cycles": self._swaps(helper, [len(cycle) > 3 for cycle in cycles]),
        }


def _cut(rng: Random, items: Sequence[int]) -> list[Sequence[int]]:
    """One item or two, and of the others four, five or six at a time, the rest together."""
    size = 1 if len(items) < 10 else rng.randint(1, 2)
    cycles, left = [items[:size]], items[size:]
    while left:
        size = 4 if len(items) < 9 else len(left) if len(left) < 8 else rng.randint(4, min(6, len(left) - 4))
        cycles.append(left[:size])
        left = left[size:]
    return cycles
