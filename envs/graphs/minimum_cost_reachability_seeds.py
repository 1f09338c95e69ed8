"""Choose vertices of least total price from which all others are reached."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerSet, OptimizationEnvironment, grow
from rlve.envs.toolkit.graphs import directed


class MinimumCostReachabilitySeeds(OptimizationEnvironment):
    """The cheapest set of vertices that reaches all the others along arcs; a tenth more vertices, and one, with each level.

    Cycles of two or three vertices and single vertices; about half of these groups have no arc from outside. Those need
    their cheapest vertex each; from eight vertices on, the vertices of the other groups are cheaper on the whole.
    Reward: (least price / price)^5.
    """

    n: int
    arcs: Sequence[Sequence[int]]
    prices: Sequence[int]

    paper_name = "SpyNetwork"
    max_level = 26
    goal = "minimum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        order = rng.sample(range(n), n)
        groups = []
        while order:
            size = min(len(order), rng.choice((1, 2, 2, 3)))
            groups.append([order.pop() for _ in range(size)])
        arcs = {step: None for group in groups for step in pairwise([*group, group[0]]) if len(group) > 1}
        free, most = max(1, len(groups) // 2), max(9, n)
        prices = [rng.randint(1, most) for _ in range(n)]
        for place, group in enumerate(groups[free:], free):
            for _ in range(rng.randint(1, 2)):
                arcs[rng.choice(rng.choice(groups[:place])), rng.choice(group)] = None
            if n > 7:
                for v in group:
                    prices[v] = rng.randint(1, most // 2)
        arcs = rng.sample(list(arcs), len(arcs))
        return cls(n=n, arcs=arcs, prices=prices)

    def statement(self) -> str:
        return (
            f"{directed(self.n, self.arcs)}\n"
            f"The prices of the vertices are, in order, that of vertex 0 first:\n{' '.join(map(str, self.prices))}\n"
            "Choose vertices with as small a total price as possible, so that every vertex is chosen or can be reached along one "
            "or more arcs from a chosen one. Give the chosen vertices."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(max_length=self.n, low=0, high=self.n - 1)

    def solve(self) -> list[int]:
        """Searches start at vertices that none before has reached; those that no later start reaches either lie in components
        without a way in.
        """
        heads, tails = self._heads(self.arcs), self._heads([(head, tail) for tail, head in self.arcs])
        starts, seen = [], set()
        for v in range(self.n):
            if v not in seen:
                starts.append(v)
                _spread(heads, v, seen)
        chosen, seen = [], set()
        for v in starts[::-1]:
            if v not in seen:
                component: set[int] = set()
                _spread(tails, v, component)
                chosen.append(min(component, key=lambda u: (self.prices[u], u)))
                _spread(heads, v, seen)
        return chosen

    def _heads(self, arcs: Iterable[Sequence[int]]) -> list[list[int]]:
        """For each vertex where its arcs lead."""
        table: list[list[int]] = [[] for _ in range(self.n)]
        for tail, head in arcs:
            table[tail].append(head)
        return table

    def objective(self, answer: Sequence[int], /) -> int:
        heads, seen = self._heads(self.arcs), set()
        for v in answer:
            _spread(heads, v, seen)
        if len(seen) < self.n:
            raise Infeasible(f"vertex {min({*range(self.n)} - seen)} is not reached")
        return sum([self.prices[v] for v in answer])

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Those without arcs in, and one of each group that they do not reach; or the cheapest not reached before, one by one."""
        entered = {head for _, head in self.arcs}
        heads, found = self._heads(self.arcs), {}
        by_price = sorted(range(self.n), key=self.prices.__getitem__)
        for name, first in (("no arc in, then the cheapest", [v for v in by_price if v not in entered]), ("the cheapest", [])):
            seen: set[int] = set()
            chosen = []
            for v in [*first, *by_price]:
                if v not in seen:
                    _spread(heads, v, seen)
                    chosen.append(v)
            found[f"{name} not reached yet"] = chosen
        return found


def _spread(heads: Sequence[Sequence[int]], start: int, seen: set[int]) -> None:
    """Add what is reached from a vertex, itself included, to what has been seen."""
    if start not in seen:
        seen.add(start)
        stack = [start]
        while stack:
            for head in heads[stack.pop()]:
                if head not in seen:
                    seen.add(head)
                    stack.append(head)
