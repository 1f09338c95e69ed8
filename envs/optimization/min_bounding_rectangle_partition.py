"""Group rectangles so that the rectangles around the groups have the least total area."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.text import numbered_rows

RUNS = {1: (), 2: (60,), 3: (85, 60), 4: (70, 60, 70), 5: (90, 60, 52, 60)}
"""By its number of stairs, a run's steps in percent: a pair is cheaper together the smaller its step is.

Of three to five stairs, whoever goes on from the first pair, or takes the best pair first, mostly misses the optimum.
"""


class MinBoundingRectanglePartition(OptimizationEnvironment):
    """Partition N items; a group costs its largest width times its largest length. One more item with each level.

    Three items at first, with sides up to 6. From level 3 on they form a staircase, the wider the shorter, of runs that are
    best grouped in pairs; a few fit into another one. Reward: (least cost / cost)^60.
    """

    items: Sequence[Sequence[int]]

    paper_name = "LandAcquisition"
    version = 3
    max_level = 24
    goal = "minimum"
    exponent = 60

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if n < 6:
            widths, lengths = (rng.sample(range(1, n + 4), n) for _ in range(2))
            return cls(items=rng.sample([*zip(sorted(widths), sorted(lengths, reverse=True), strict=True)], n))
        inside = rng.randint(0, n // 9)
        runs = [5] if n == 6 else [3, min(4, n - 3)]
        while sum(runs) < n - inside:
            runs.append(rng.randint(1, min(4, n - inside - sum(runs))))
        steps: list[int] = []
        for run in rng.sample(runs, len(runs)):
            steps += [rng.randint(100, 125), *RUNS[run][:: rng.choice((-1, 1))]]
        start = min(2 * n - 8, 10)
        stairs = list(zip(_climb(rng, start, steps[1:]), _climb(rng, start, steps[:0:-1])[::-1], strict=True))
        others = [(rng.randint(1, width), rng.randint(1, length)) for width, length in rng.choices(stairs, k=inside)]
        return cls(items=rng.sample(stairs + others, n))

    def statement(self) -> str:
        n = len(self.items)
        return (
            "Items are put into groups, each item into exactly one. There may be any number of groups, and a group may be a "
            "single item. A group costs the largest width in it times the largest length in it.\n"
            f"Here are {n} items, one a line as: number: width length\n{numbered_rows(self.items)}\n"
            "Make the sum of the costs of all groups as small as possible. Give for each item, in order, the number of its "
            f"group, from 0 to {n - 1}: items with the same number are one group."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(len(self.items), low=0, high=len(self.items) - 1)

    def solve(self) -> list[int]:
        """Items that fit into none form a staircase, whose best groups are consecutive: the cheapest way through it."""
        order = sorted(range(len(self.items)), key=lambda item: self.items[item], reverse=True)
        stairs: list[int] = []  # descending widths, ascending lengths
        for item in order:
            if not stairs or self.items[item][1] > self.items[stairs[-1]][1]:
                stairs.append(item)
        best = [(0, 0)]  # for the first stairs, by how many: least cost, and where their last group starts
        for end in range(1, len(stairs) + 1):
            length = self.items[stairs[end - 1]][1]
            best.append(min([(best[start][0] + self.items[stairs[start]][0] * length, start) for start in range(end)]))
        corners = []  # largest width and largest length of each group
        end = len(stairs)
        while end > 0:
            start = best[end][1]
            corners.append((self.items[stairs[start]][0], self.items[stairs[end - 1]][1]))
            end = start
        groups = []
        for width, length in self.items:
            around = [group for group, corner in enumerate(corners) if width <= corner[0] and length <= corner[1]]
            groups.append(around[0])
        return groups

    def objective(self, answer: Sequence[int], /) -> int:
        corners: dict[int, tuple[int, int]] = {}
        for group, (width, length) in zip(answer, self.items, strict=True):
            widest, longest = corners.get(group, (0, 0))
            corners[group] = (max(widest, width), max(longest, length))
        return sum([width * length for width, length in corners.values()])

    def guesses(self) -> Iterable[Sequence[int]]:
        return [[0] * len(self.items), range(len(self.items))]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Join the two groups that save most, as long as any two save something."""
        groups, cost = list(range(len(self.items))), self.objective(range(len(self.items)))
        while len(set(groups)) > 1:
            joined = [[a if group == b else group for group in groups] for a, b in combinations(sorted(set(groups)), 2)]
            best = min(joined, key=self.objective)
            if self.objective(best) >= cost:
                break
            groups, cost = best, self.objective(best)
        return {"best pair first": groups}


def _climb(rng: Random, start: int, steps: Sequence[int]) -> list[int]:
    """Integers each larger than the one before by about so many percent."""
    sizes = [rng.randint(start, 3 * start)]
    for step in steps:
        sizes.append(sizes[-1] * (100 + step + rng.randint(-8, 8)) // 100)
    return sizes
