"""Divide a tree's vertices into two groups that are as widely spread as possible."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment, grow
from rlve.envs.toolkit.trees import best_choice, depths, from_root, neighbours, random_tree, weighted_tree_text


class TreeTwoGroupMaxDistance(OptimizationEnvironment):
    """K vertices such that the distances of all pairs of them, and of all pairs of others, add up to as much as possible; a
    tenth more vertices, and one, with each level.

    K is between a third and a half of the vertices; a new vertex hangs on one of the two newest.
    Reward: the share of the way from the mean over all choices to the largest sum, to the power of 5.
    """

    edges: Sequence[Sequence[int]]
    chosen: int

    paper_name = "TreeColoring"
    max_level = 20
    goal = "maximum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(6, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        edges = [(u, v, rng.randint(1, 9)) for u, v in random_tree(rng, n, reach=2)]
        return cls(edges=edges, chosen=rng.randint((n + 2) // 3, (n - 1) // 2))

    def statement(self) -> str:
        n = len(self.edges) + 1
        return (
            f"{weighted_tree_text(n, self.edges, 'length')}\n"
            f"Choose {self.chosen} different vertices. The distance of two vertices is the sum of the lengths on the path "
            "between them. Add up the distances of all pairs of chosen vertices and those of all pairs of vertices that are not "
            "chosen; this total should be as large as possible. Give the chosen vertices."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(self.chosen, low=0, high=len(self.edges))

    def solve(self) -> list[int]:
        return best_choice(self._table, [self.chosen], self._gain)

    @cached_property
    def _table(self) -> list[list[int]]:
        return neighbours(len(self.edges) + 1, self.edges)

    @cached_property
    def _length(self) -> dict[tuple[int, int], int]:
        return {(a, b): length for u, v, length in self.edges for a, b in ((u, v), (v, u))}

    @cached_property
    def _edge_above(self) -> list[tuple[int, int]]:
        """For each vertex the length of the edge to its parent, 0 at the root 0, and the size of its subtree."""
        order, parent = from_root(self._table, 0)
        size = [1] * len(order)
        for vertex in order[:0:-1]:
            size[parent[vertex]] += size[vertex]
        return [(self._length.get((vertex, parent[vertex]), 0), size[vertex]) for vertex in range(len(order))]

    def _gain(self, vertex: int, chosen: int) -> int:
        """What the edge above a vertex adds, with so many chosen ones below it."""
        length, size = self._edge_above[vertex]
        others, all_others = size - chosen, len(self._table) - self.chosen
        return length * (chosen * (self.chosen - chosen) + others * (all_others - others))

    def objective(self, answer: Sequence[int], /) -> int:
        order, parent = from_root(self._table, 0)
        below = [0] * len(order)
        for vertex in answer:
            below[vertex] = 1
        total = 0
        for vertex in order[:0:-1]:
            below[parent[vertex]] += below[vertex]
            total += self._gain(vertex, below[vertex])
        return total

    def baseline(self) -> Fraction:
        """The mean over all choices: each pair is in one of the groups equally often."""
        n, chosen = len(self._table), self.chosen
        together = Fraction(chosen * (chosen - 1) + (n - chosen) * (n - chosen - 1), n * (n - 1))
        return together * sum([length * size * (n - size) for length, size in self._edge_above])

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The vertices with the largest distances from all others; leaves first; those at even depths first."""
        vertices = range(len(self._table))
        depth = depths(self._table, 0)
        spread = [self._spread(vertex) for vertex in vertices]
        return {
            "farthest from all": sorted(vertices, key=lambda v: -spread[v])[: self.chosen],
            "nearest to all": sorted(vertices, key=spread.__getitem__)[: self.chosen],
            "leaves first": sorted(vertices, key=lambda v: len(self._table[v]))[: self.chosen],
            "even depths first": sorted(vertices, key=lambda v: depth[v] % 2)[: self.chosen],
        }

    def _spread(self, start: int) -> int:
        order, parent = from_root(self._table, start)
        far = [0] * len(order)
        for vertex in order[1:]:
            far[vertex] = far[parent[vertex]] + self._length[vertex, parent[vertex]]
        return sum(far)
