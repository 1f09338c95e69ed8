"""Find a spanning tree in which every vertex has a given degree."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, hidden
from rlve.envs.toolkit.graphs import undirected
from rlve.envs.toolkit.trees import random_tree


class SpanningTreeWithFixedDegrees(ConstraintEnvironment):
    """A spanning tree in which every vertex is in as many edges as is said; one vertex more with each level.

    A tree that grew at its last two or three vertices, and nearly as many edges more. It does not do to take edges as they come
    where both ends still need one, from seven vertices on, or always one of the vertex with fewest to spare, from twelve on.
    Reward: (share of vertices with their degree)^5; 0 for what is no spanning tree.
    """

    n: int
    edges: Sequence[Sequence[int]]
    degrees: Sequence[int]
    solution: Sequence[int] = hidden()

    paper_name = "DegreeFixed_SpanningTree"
    max_level = 26
    exemptions = {
        "simple-rule": "fewest edges to spare first, counted anew each time, is how one solves small ones, up to eleven vertices"
    }

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        tree = random_tree(rng, n, reach=rng.randint(2, 3))
        others = [pair for pair in combinations(range(n), 2) if pair not in tree]
        edges = tree + rng.sample(others, n - 2)
        solution = [vertex for edge in tree for vertex in edge]
        return cls(n=n, edges=rng.sample(edges, len(edges)), degrees=list(map(solution.count, range(n))), solution=solution)

    def statement(self) -> str:
        return (
            f"{undirected(self.n, self.edges)}\n"
            f"Choose {self.n - 1} edges that connect all the vertices, so that each vertex is in a given number of them. These "
            f"numbers, for the vertices in order:\n{' '.join(map(str, self.degrees))}\n"
            "Give the two vertices of each chosen edge, one edge after the other; any order will do."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=2 * self.n - 2, low=0, high=self.n - 1, pairs=True)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        known = set(map(frozenset, self.edges))
        part = list(range(self.n))
        for u, v in zip(answer[::2], answer[1::2], strict=True):
            if frozenset((u, v)) not in known or part[u] == part[v]:
                return 0, self.n
            part = [part[u] if other == part[v] else other for other in part]
        return sum([answer.count(v) == degree for v, degree in enumerate(self.degrees)]), self.n

    def guesses(self) -> Iterable[Sequence[int]]:
        if self.n > 6:
            yield self._tree(tight=False)
        if self.n > 11:
            yield self._tree(tight=True)

    def rules(self) -> Mapping[str, Sequence[int]]:
        return {"edges as they come": self._tree(tight=False), "fewest edges to spare first": self._tree(tight=True)}

    def _tree(self, *, tight: bool) -> list[int]:
        """Edges that close no cycle and whose ends both need one; in the end, where that does not connect, any that do."""
        part, need, chosen = list(range(self.n)), list(self.degrees), []
        while True:
            ways = [(u, v) for u, v in self.edges if part[u] != part[v]]
            if not ways:
                return chosen
            ways = [(u, v) for u, v in ways if need[u] > 0 and need[v] > 0] or ways
            spare = [-count for count in need]
            for u, v in ways if tight else ():
                spare[u] += 1
                spare[v] += 1
            u, v = min(ways, key=lambda edge: min(spare[edge[0]], spare[edge[1]])) if tight else ways[0]
            chosen += [u, v]
            need[u] -= 1
            need[v] -= 1
            part = [part[u] if other == part[v] else other for other in part]
