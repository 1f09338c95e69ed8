"""Find a clique with as many vertices as possible."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment
from rlve.envs.toolkit.graphs import by_degree, neighbour_sets, undirected


class MaximumClique(OptimizationEnvironment):
    """The most vertices that are all joined to each other; one vertex more with each level.

    The vertices fall into parts, from two at level 0 to about a third of their number. Most pairs from different parts are edges,
    and one pair in the same part, in a planted clique with a vertex of each part: only cliques with this pair are larger
    than the number of parts. From eight vertices on, first fit with the busiest vertices first fails.
    Reward: (vertices / most)^5; 0 where two are not joined.
    """

    n: int
    edges: Sequence[Sequence[int]]

    paper_name = "MaximumClique"
    max_level = 40
    goal = "maximum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 5 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        order = rng.sample(range(n), n)
        size = max(3, (n + 4) // 3 - (not rng.randrange(3)))
        pairs = [(u, v) for v in range(n) for u in range(v) if v < size or (v - u) % (size - 1)]
        share = 0.8 - 2.4 / n  # of the pairs of a vertex of the clique and another one: with it all degrees are alike
        edges = [(order[u], order[v]) for u, v in pairs if v < size or rng.random() < (share if u < size else 0.9)]
        return cls(n=n, edges=[(min(edge), max(edge)) for edge in rng.sample(edges, len(edges))])

    def statement(self) -> str:
        return (
            f"{undirected(self.n, self.edges)}\n"
            "Choose as many vertices as possible, so that every two of them are joined by an edge. Give the chosen vertices."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(max_length=self.n, low=0, high=self.n - 1)

    def objective(self, answer: Sequence[int], /) -> int:
        joined = neighbour_sets(self.n, self.edges)
        return len(answer) if all(u in joined[v] for u, v in combinations(answer, 2)) else 0

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._first_fit(by_degree(self.n, self.edges))] if self.n > 7 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Each vertex that is joined to all those taken before."""
        return {"first fit, in order": self._first_fit(range(self.n))}

    def _first_fit(self, order: Iterable[int]) -> list[int]:
        joined = neighbour_sets(self.n, self.edges)
        clique: list[int] = []
        for v in order:
            if joined[v].issuperset(clique):
                clique.append(v)
        return clique

    def solve(self) -> list[int]:
        """Tomita's search: colour the candidates greedily, and try first what stands in the last colour."""
        order = by_degree(self.n, self.edges)
        joined = [0] * self.n  # bit i stands for the vertex order[i]
        place = {v: i for i, v in enumerate(order)}
        for u, v in self.edges:
            joined[place[u]] |= 1 << place[v]
            joined[place[v]] |= 1 << place[u]
        best: tuple[int, ...] = ()
        stack: list[tuple[tuple[int, ...], int, int]] = [((), (1 << self.n) - 1, self.n)]
        while stack:
            clique, candidates, most = stack.pop()
            if most <= len(best):
                continue
            if not candidates:
                best = clique
            before, left, most = 0, candidates, len(clique)
            while left:
                most, free = most + 1, left
                while free:
                    bit = free & -free
                    v = bit.bit_length() - 1
                    stack.append(((*clique, v), before & joined[v], most))
                    before |= bit
                    left ^= bit
                    free &= ~(joined[v] | bit)
        return [order[v] for v in best]
