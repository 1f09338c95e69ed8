"""Count the minimum spanning trees of a graph."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from math import comb, prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.graphs import laplacian_minor, random_edges, undirected_weighted
from rlve.envs.toolkit.trees import random_tree


class CountMinimumSpanningTrees(Environment):
    """How many spanning trees have the least total weight; a tenth more vertices, and one, with each level.

    One to two edges a vertex; there are two different weights at first, and one more with every six levels.
    Reward: exact.
    """

    n: int
    edges: Sequence[Sequence[int]]

    paper_name = "MinimumSpanningTreeCounting"
    max_level = 24

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = grow(4, level, percent=10, plus=1)
        return {"n": n, "edges": min(grow(5, level, percent=20, plus=1), 2 * n), "weights": 2 + level // 6}

    @classmethod
    def draw(cls, rng: Random, n: int, edges: int, weights: int) -> Self:
        chosen = random_tree(rng, n)
        edges -= rng.randint(0, edges // 10)
        chosen += [pair for pair in random_edges(rng, n, edges) if pair not in chosen][: edges - len(chosen)]
        rng.shuffle(chosen)
        return cls(n=n, edges=[(u, v, rng.randint(1, weights)) for u, v in chosen])

    def statement(self) -> str:
        return (
            f"{undirected_weighted(self.n, self.edges)}\n"
            f"A spanning tree is a set of {self.n - 1} edges that connect all the vertices. How many spanning trees have the "
            "least total weight that there is?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """Weight by weight, on the parts that lighter edges connect: by Kirchhoff's theorem the number of forests that join as
        much as the edges of this weight can is the determinant of their Laplacian, without one part of each that they join.
        """
        part, total = list(range(self.n)), 1
        for _, group in groupby(sorted(self.edges, key=_weight), _weight):
            links = [(part[u], part[v]) for u, v, _ in group if part[u] != part[v]]
            joined = list(range(self.n))
            for a, b in links:
                first, second = joined[a], joined[b]
                if first != second:
                    joined = [first if other == second else other for other in joined]
            total *= laplacian_minor(links, [v for v in range(self.n) if joined[v] != v])
            part = [joined[v] for v in part]
        return total

    def rules(self) -> Mapping[str, int]:
        """Any choice among the edges of a weight; those of the largest weight that is needed; all spanning trees."""
        part, used = list(range(self.n)), dict.fromkeys(range(1 + max(map(_weight, self.edges))), 0)
        for u, v, weight in sorted(self.edges, key=_weight):
            if part[u] != part[v]:
                used[weight] += 1
                part = [part[u] if other == part[v] else other for other in part]
        ways = [comb(sum(edge[2] == weight for edge in self.edges), count) for weight, count in used.items()]
        return {
            "any edges of each weight": prod(ways),
            "any edges of one weight": max(ways),
            "all spanning trees": laplacian_minor(self.edges, range(1, self.n)),
        }


def _weight(edge: Sequence[int]) -> int:
    return edge[2]
