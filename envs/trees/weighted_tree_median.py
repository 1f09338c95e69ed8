"""Find the vertex of a tree to which all weights are carried most cheaply."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Self

from rlve import AnswerFormat, Integer, OptimizationEnvironment, grow
from rlve.envs.toolkit.trees import depths, from_root, longest_path, neighbours, random_tree, weighted_tree_text


class WeightedTreeMedian(OptimizationEnvironment):
    """The vertex with the least total of weight times distance; a tenth more vertices, and one, with each level.

    A new vertex hangs on one of the two newest. From eight vertices on the half near one end is heavier, and none of these is
    right: the heaviest vertex, the one with most neighbours, the one that is best for equal weights.
    Reward: (least cost / cost)^20.
    """

    edges: Sequence[Sequence[int]]
    weights: Sequence[int]

    paper_name = "TreeCenter"
    max_level = 24
    goal = "minimum"
    exponent = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        edges = [(u, v, rng.randint(1, 9)) for u, v in random_tree(rng, n, reach=2)]
        if n < 8:
            return cls(edges=edges, weights=[rng.randint(1, 9) for _ in range(n)])
        table = neighbours(n, edges)
        away = depths(table, longest_path(table, 0)[0])
        middle = sorted(away)[n // 2]
        return cls(edges=edges, weights=[rng.randint(3, 9) if far < middle else rng.randint(1, 6) for far in away])

    def statement(self) -> str:
        n = len(self.weights)
        return (
            f"{weighted_tree_text(n, self.edges, 'length')}\n"
            f"The vertices 0 to {n - 1} have, in this order, these weights:\n{' '.join(map(str, self.weights))}\n"
            "The distance of two vertices is the sum of the lengths on the path between them. Choose a vertex r such that the "
            "sum, over all vertices v, of the weight of v times the distance from v to r is as small as possible. Give r."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=len(self.edges))

    def solve(self) -> int:
        return self._median(self.weights)

    def _median(self, weights: Sequence[int]) -> int:
        """Lengths do not matter: it is the lowest vertex with half of the weight, or more, in its subtree."""
        order, parent = from_root(self._table, 0)
        below, total = list(weights), sum(weights)
        for vertex in reversed(order):
            if 2 * below[vertex] >= total:
                return vertex
            below[parent[vertex]] += below[vertex]
        raise AssertionError("the root has all of the weight below it")

    @cached_property
    def _table(self) -> list[list[int]]:
        return neighbours(len(self.weights), self.edges)

    @cached_property
    def _length(self) -> dict[tuple[int, int], int]:
        return {(a, b): length for u, v, length in self.edges for a, b in ((u, v), (v, u))}

    def objective(self, answer: int, /) -> int:
        order, parent = from_root(self._table, answer)
        distance = [0] * len(order)
        for vertex in order[1:]:
            distance[vertex] = distance[parent[vertex]] + self._length[vertex, parent[vertex]]
        return sum([weight * far for weight, far in zip(self.weights, distance, strict=True)])

    def acceptable(self) -> bool:
        """In larger trees, another vertex than the first three of the rules."""
        simple = self._heaviest(), self._most_neighbours(), self._median([1] * len(self.weights))
        return len(self.weights) < 8 or self.solve() not in simple

    def _heaviest(self) -> int:
        return self.weights.index(max(self.weights))

    def _most_neighbours(self) -> int:
        counts = [*map(len, self._table)]
        return counts.index(max(counts))

    def rules(self) -> Mapping[str, int]:
        vertices, weights, table = range(len(self.weights)), self.weights, self._table
        return {
            "the heaviest vertex": self._heaviest(),
            "most neighbours": self._most_neighbours(),
            "equal weights": self._median([1] * len(weights)),
            "heaviest with its neighbours": max(vertices, key=lambda v: weights[v] + sum([weights[u] for u in table[v]])),
            "shortest edges": min(vertices, key=lambda v: sum([self._length[v, u] for u in table[v]])),
        }
