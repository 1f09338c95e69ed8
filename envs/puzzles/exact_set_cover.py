"""Choose sets such that each item is in exactly one of them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerSet, hidden
from rlve.envs.toolkit.text import numbered_rows


class ExactSetCover(ConstraintEnvironment):
    """Sets that hold each item exactly once; five items at first, one more with each level.

    The sets are several partitions of the items, two at first and one more with every third level, all but one of them spoiled
    by an item that stands for another; from level 3 on all items occur about equally often.
    Reward: (share of items that are in one chosen set)^10.
    """

    n: int
    sets: Sequence[Sequence[int]]
    solution: Sequence[int] = hidden()

    paper_name = "SetCover"
    max_level = 25
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 5 + level, "spoiled": 1 + level // 3}

    @classmethod
    def draw(cls, rng: Random, n: int, spoiled: int) -> Self:
        parts = (n + 1) // 3
        cover = _partition(rng, n, parts)
        sets = cover.copy()
        circle = rng.sample(range(n), max(2, spoiled))
        for number in range(spoiled):  # in each a next item of the circle stands for one, so that all occur equally often
            lost, gained = circle[number - 1], circle[number]
            for part in _partition(rng, n, max(2, parts - number % 2)):
                sets.append(tuple(sorted({gained if item == lost else item for item in part})))
        sets = list(dict.fromkeys(sets))
        rng.shuffle(sets)
        return cls(n=n, sets=sets, solution=[number for number, items in enumerate(sets) if items in cover])

    def statement(self) -> str:
        return (
            f"Here are {len(self.sets)} sets of some of the items 0 to {self.n - 1}, one a line as: number: items\n"
            f"{numbered_rows(self.sets)}\n"
            "Choose sets such that each item is in exactly one of them. Give the numbers of the chosen sets, in any order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(max_length=len(self.sets), low=0, high=len(self.sets) - 1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        times = Counter([item for number in answer for item in self.sets[number]])
        return [*times.values()].count(1), self.n

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The largest set that fits, time and again; and the first that fits with an item for which the fewest fit."""
        found: dict[str, Sequence[int]] = {}
        for name in ("largest", "rarest item"):
            chosen: list[int] = []
            left, fitting = set(range(self.n)), list(range(len(self.sets)))
            while fitting:
                ways = [[number for number in fitting if item in self.sets[number]] for item in sorted(left)]
                largest = max(fitting, key=lambda number: len(self.sets[number]))
                chosen.append(largest if name == "largest" else min(filter(None, ways), key=len)[0])
                left.difference_update(self.sets[chosen[-1]])
                fitting = [number for number in fitting if left.issuperset(self.sets[number])]
            found[name] = chosen
        return found


def _partition(rng: Random, n: int, parts: int) -> list[tuple[int, ...]]:
    """The numbers 0 to n-1 in so many parts of about the same size."""
    order = rng.sample(range(n), n)
    cuts = [part * n // parts for part in range(parts + 1)]
    for part in range(1, parts):
        cuts[part] = max(cuts[part - 1] + 1, cuts[part] + rng.choice((-1, 0, 0, 1)))
    return [tuple(sorted(order[start:end])) for start, end in pairwise(cuts)]
