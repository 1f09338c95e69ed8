"""Split the vertices of a graph into two groups of even degrees."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, grow
from rlve.envs.toolkit.graphs import neighbour_sets, random_edges, undirected


class EvenDegreeVertexPartition(ConstraintEnvironment):
    """Two groups in which every vertex has an even number of neighbours; a tenth more vertices, and one, with each level.

    A random graph, at first with about as many edges as vertices, later with twice as many; by Gallai's theorem every graph
    has such groups.
    Reward: (share of vertices with an even number)^10.
    """

    n: int
    edges: Sequence[Sequence[int]]

    paper_name = "EvenDegreeGraphPartitioning"
    max_level = 32
    version = 3
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = grow(4, level, percent=10, plus=1)
        return {"n": n, "edges": min(grow(5, level, percent=20, plus=1), 5 * n // 2)}

    @classmethod
    def draw(cls, rng: Random, n: int, edges: int) -> Self:
        return cls(n=n, edges=random_edges(rng, n, rng.randint(2 * edges // 3, edges)))

    def statement(self) -> str:
        return (
            f"{undirected(self.n, self.edges)}\n"
            "Put each vertex into group 1 or group 2, so that every vertex has an even number of neighbours (0 is even) in "
            "its own group. A group may be empty. Give the groups of the vertices in order, that of vertex 0 first."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=self.n, low=1, high=2)

    def solve(self) -> list[int]:
        """Gauss-Jordan elimination over GF(2), in which the neighbours in the own group are a linear condition.

        With x = 1 for group 2, vertex v has deg(v) + sum over its neighbours u of (x[u] + x[v]) of them, modulo 2.
        """
        pivots: list[tuple[int, int]] = []  # (pivot bit, equation); bit n is the right side
        for v, neighbours in enumerate(neighbour_sets(self.n, self.edges)):
            odd = len(neighbours) % 2
            equation = sum(1 << u for u in neighbours) | odd << v | odd << self.n
            for pivot, other in pivots:
                equation ^= other if equation & pivot else 0
            if pivot := equation & -equation:
                pivots = [(bit, other ^ equation if other & pivot else other) for bit, other in pivots]
                pivots.append((pivot, equation))
        second = sum(pivot for pivot, equation in pivots if equation >> self.n)  # free vertices are in group 1
        return [1 + (second >> v & 1) for v in range(self.n)]

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        inside = [0] * self.n
        for u, v in self.edges:
            if answer[u] == answer[v]:
                inside[u] += 1
                inside[v] += 1
        return sum(count % 2 == 0 for count in inside), self.n

    def guesses(self) -> Iterable[Sequence[int]]:
        parities = [1 + len(neighbours) % 2 for neighbours in neighbour_sets(self.n, self.edges)]
        return [[1] * self.n, [1 + v % 2 for v in range(self.n)], *([parities] if self.n > 6 else [])]
