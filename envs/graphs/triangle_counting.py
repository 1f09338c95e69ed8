"""Count the triangles of a graph."""

from collections.abc import Iterable, Mapping, Sequence
from math import comb
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.graphs import neighbour_sets, random_edges, undirected
from rlve.envs.toolkit.sizes import near


class TriangleCounting(Environment):
    """How many sets of three vertices are joined by three edges; a tenth more vertices, and one, with each level.

    A fifth more edges, and one, with each level, so that about half to a third of the pairs are edges and the count grows too.
    Reward: exact.
    """

    n: int
    edges: Sequence[Sequence[int]]

    paper_name = "ThreeVertexCycleCounting"
    max_level = 22

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=10, plus=1), "edges": grow(7, level, percent=20, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int, edges: int) -> Self:
        return cls(n=n, edges=random_edges(rng, n, near(rng, edges)))

    def statement(self) -> str:
        return (
            f"{undirected(self.n, self.edges)}\n"
            "A triangle is a set of three vertices of which every two are joined by an edge. How many triangles are there?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """Over the edges u < v: the vertices above v that both are joined to."""
        above = [0] * self.n
        for u, v in self.edges:
            above[min(u, v)] |= 1 << max(u, v)
        return sum([(above[u] & above[v]).bit_count() for u, v in self.edges])

    def guesses(self) -> Iterable[int]:
        return [0]

    def rules(self) -> Mapping[str, int]:
        """What is to be expected of so many edges; a triangle for each edge too many; the most at one vertex or edge."""
        joined = neighbour_sets(self.n, self.edges)
        share = len(self.edges) / comb(self.n, 2)
        common = [len(joined[u] & joined[v]) for u, v in self.edges]
        corners = [sum(len(joined[v] & joined[u]) for u in joined[v]) // 2 for v in range(self.n)]
        return {
            "the expected number": round(comb(self.n, 3) * share**3),
            "edges too many for a tree": len(self.edges) - self.n + 1,
            "a third of the edges": len(self.edges) // 3,
            "the largest number at a vertex": max(corners),
            "the edges that are in one": sum(count > 0 for count in common),
            "a third of the edges that are in one": sum(count > 0 for count in common) // 3,
        }
