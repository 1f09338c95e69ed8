"""Count the ways to split a graph into a clique and an independent set, vertex by vertex."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList
from rlve.envs.toolkit.graphs import by_degree, neighbour_sets, undirected


class SplitGraphPartitionCounting(Environment):
    """For each vertex, the number of splits into a clique and an independent set that have it in the clique; two vertices
    more with every three levels.

    The number of splits alone is small and easily guessed. Up to half of the vertices are loose: at most one of them
    may be outside (or, in half of the problems, inside) the clique, whichever it is. Reward: exact.
    """

    n: int
    edges: Sequence[Sequence[int]]

    paper_name = "Clique_IndependentSet_Partitioning_Counting"
    max_level = 52
    version = 2

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 5 + 2 * level // 3, "loose": 1 + (level + 2) // 3}

    @classmethod
    def draw(cls, rng: Random, n: int, loose: int) -> Self:
        vertices = rng.sample(range(n), n)
        loose = rng.randint(1, loose)
        size = rng.randint((n - loose) // 3 + 1, 2 * (n - loose) // 3)
        clique, independent, others = vertices[:size], vertices[size : n - loose], vertices[n - loose :]
        edges = [*combinations(clique, 2), *[(u, v) for u in clique for v in others]]
        if rng.random() < 0.5:
            edges += combinations(others, 2)
        cross = [(u, v) for u in clique for v in independent]
        edges += rng.sample(cross, rng.randint(len(cross) // 4, 3 * len(cross) // 4))
        rng.shuffle(edges)
        return cls(n=n, edges=[(min(edge), max(edge)) for edge in edges])

    def statement(self) -> str:
        return (
            f"{undirected(self.n, self.edges)}\n"
            "A split puts each vertex into either S or T, both of them non-empty, such that any two vertices of S are joined "
            "by an edge and no two vertices of T are. (A set of one vertex will do for either.) For each vertex, count the "
            "splits that have it in S. Give these numbers in order, that of vertex 0 first."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=self.n, low=0)

    def solve(self) -> list[int]:
        """By Hammer and Simeone, the vertices of largest degree are a greatest clique with an independent rest; in every
        other split one vertex of it is outside, and at most one of the rest inside.
        """
        joined = neighbour_sets(self.n, self.edges)
        order = by_degree(self.n, self.edges)
        clique = {v for i, v in enumerate(order) if len(joined[v]) >= i}
        rest = set(range(self.n)) - clique
        splits = [clique] if rest else []
        for out in clique:
            if len(clique) > 1 and not joined[out] & rest:
                splits.append(clique - {out})
            splits += [clique - {out} | {v} for v in rest if joined[out] & rest <= {v} and clique - {out} <= joined[v]]
        return [sum(v in split for split in splits) for v in range(self.n)]

    def guesses(self) -> Iterable[Sequence[int]]:
        joined = neighbour_sets(self.n, self.edges)
        order = by_degree(self.n, self.edges)
        clique = [int(len(joined[v]) >= order.index(v)) for v in range(self.n)]
        return [clique, [2 * inside for inside in clique], [3 * inside for inside in clique]]
