"""Find a path whose largest weight is as few times its smallest as possible."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment, grow
from rlve.envs.toolkit.graphs import undirected_weighted
from rlve.envs.toolkit.trees import neighbours


class MinimumWeightRatioPath(OptimizationEnvironment):
    """A path from vertex 0 to N-1 with the least ratio of its largest to its smallest weight; a tenth more vertices, and one,
    with each level.

    A path through all vertices is planted, later with more than as many edges again. From seven vertices on neither the path
    with the smallest largest weight nor the one with the largest smallest weight is best. Reward: (least ratio / ratio)^8.
    """

    n: int
    edges: Sequence[Sequence[int]]

    paper_name = "MinimumRatioPath"
    max_level = 20
    goal = "minimum"
    exponent = 8

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = grow(4, level, percent=10, plus=1)
        return {"n": n, "edges": min(grow(5, level, percent=25, plus=1), 9 * n // 4), "factor": 4 + level // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, edges: int, factor: int) -> Self:
        path = [0, *rng.sample(range(1, n - 1), n - 2), n - 1]
        pairs = [(min(step), max(step)) for step in pairwise(path)]
        others = [(u, v) for v in range(n) for u in range(v) if (u, v) != (0, n - 1) and (u, v) not in pairs]
        pairs += rng.sample(others, edges - rng.randint(0, edges // 14) - len(pairs))
        rng.shuffle(pairs)
        return cls(n=n, edges=[(u, v, rng.randint(1, factor) * rng.randint(1, factor)) for u, v in pairs])

    def statement(self) -> str:
        return (
            f"{undirected_weighted(self.n, self.edges)}\n"
            f"Find a path from vertex 0 to vertex {self.n - 1} that visits no vertex twice. The largest weight of its edges, "
            "divided by the smallest weight of its edges, should be as small as possible. Give its vertices in order, both ends "
            "included."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(min_length=2, max_length=self.n, low=0, high=self.n - 1)

    def solve(self) -> list[int]:
        """For each smallest weight add the edges by weight until the ends are joined, or the ratio is too large."""
        ascending = sorted(self.edges, key=_weight)
        low, high, best = 0, 1, ascending  # no ratio yet: high / low is infinite
        for first, (_, _, smallest) in enumerate(ascending):
            part = list(range(self.n))
            for last, (u, v, weight) in enumerate(ascending[first:], first + 1):
                if weight * low >= high * smallest:
                    break
                here, there = part[u], part[v]
                if here != there:
                    part = [here if other == there else other for other in part]
                    if part[0] == part[-1]:
                        low, high, best = smallest, weight, ascending[first:last]
                        break
        return self._path(best)

    def _path(self, edges: Sequence[Sequence[int]]) -> list[int]:
        """A path with the fewest of these edges; no vertices where there is none."""
        table, before, reached = neighbours(self.n, edges), {self.n - 1: -1}, [self.n - 1]
        for vertex in reached:
            for other in table[vertex]:
                if other not in before:
                    before[other] = vertex
                    reached.append(other)
        path = [0] if 0 in before else []
        while path and path[-1] != self.n - 1:
            path.append(before[path[-1]])
        return path

    def objective(self, answer: Sequence[int], /) -> Fraction:
        if (answer[0], answer[-1]) != (0, self.n - 1):
            raise Infeasible(f"the path does not lead from 0 to {self.n - 1}")
        if len(set(answer)) < len(answer):
            raise Infeasible("the path visits a vertex twice")
        weights = {frozenset((u, v)): weight for u, v, weight in self.edges}
        steps = [*map(frozenset, pairwise(answer))]
        for step in steps:
            if step not in weights:
                raise Infeasible(f"there is no edge between {min(step)} and {max(step)}")
        used = [weights[step] for step in steps]
        return Fraction(max(used), min(used))

    def guesses(self) -> Iterable[Sequence[int]]:
        return self.rules().values() if self.n > 6 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The edges by weight, from either end, until they make a path."""
        found = {}
        for name, factor in (("smallest largest weight", 1), ("largest smallest weight", -1)):
            taken: list[Sequence[int]] = []
            for edge in sorted(self.edges, key=lambda edge: factor * edge[2]):
                taken.append(edge)
                if path := self._path(taken):
                    found[name] = path
                    break
        return found


def _weight(edge: Sequence[int]) -> int:
    return edge[2]
