"""Walk through a tree so that a fixed number of moves visits as many vertices as possible."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.trees import depths, from_root, neighbours, random_tree, tree_path, tree_text


class TreeWalkMaxDistinctVertices(OptimizationEnvironment):
    """A walk of M moves from vertex 0 through as many different vertices as possible; a tenth more vertices, and one, with
    each level.

    M is one or two less than the number of vertices, so that steps back keep a walk from visiting all of them. From nine
    vertices on a depth-first walk by vertex numbers, up or down, is not good enough.
    Reward: (vertices / most vertices)^10; 0 off the edges.
    """

    edges: Sequence[Sequence[int]]
    moves: int

    paper_name = "TreeMaximumVisitedVertex"
    max_level = 24
    goal = "maximum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((5, 6, 8, 9), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(edges=random_tree(rng, n, reach=rng.randint(3, 6)), moves=rng.randint(n - 2, n - 1))

    def statement(self) -> str:
        return (
            f"{tree_text(len(self.edges) + 1, self.edges)}\n"
            f"A walk begins at vertex 0 and makes exactly {self.moves} moves, each along an edge to the vertex at its other end. "
            "Edges and vertices may be used again. As many different vertices as possible should be visited, vertex 0 included. "
            f"Give the {self.moves} vertices that the moves lead to, in order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(self.moves, low=0, high=len(self.edges))

    def solve(self) -> list[int]:
        """Down a longest path from 0: each vertex beside it costs two moves, there and back."""
        path = self._longest_way()
        order, _ = from_root(self._table, 0)
        beside = [vertex for vertex in order if vertex not in path][: max(0, self.moves + 1 - len(path)) // 2]
        last = {*path}
        return self._depth_first(lambda vertex: vertex in last, {*path, *beside}, path[-1])

    @cached_property
    def _table(self) -> list[list[int]]:
        return neighbours(len(self.edges) + 1, self.edges)

    def _longest_way(self) -> list[int]:
        depth = depths(self._table, 0)
        return tree_path(self._table, 0, depth.index(max(depth)))

    def _depth_first(self, key: Callable[[int], int], kept: set[int], end: int | None = None) -> list[int]:
        """The walk around the kept vertices, children in the order of the key, until `end`; then back and forth."""
        _, parent = from_root(self._table, 0)
        left = [sorted([u for u in row if u != parent[v] and u in kept], key=key) for v, row in enumerate(self._table)]
        walk = [0]
        while walk[-1] != end and (left[walk[-1]] or walk[-1] != 0):
            vertex = walk[-1]
            walk.append(left[vertex].pop(0) if left[vertex] else parent[vertex])
        if len(walk) == 1:
            walk.append(self._table[0][0])
        while len(walk) <= self.moves:
            walk.append(walk[-2])
        return walk[1 : self.moves + 1]

    def objective(self, answer: Sequence[int], /) -> int:
        walk = [0, *answer]
        return len({*walk}) if all(v in self._table[u] for u, v in pairwise(walk)) else 0

    def acceptable(self) -> bool:
        """In larger trees, neither depth-first walk of the rules is good enough."""
        if len(self.edges) < 8:
            return True
        down = len(self._longest_way())
        most = min(len(self._table), down + (self.moves + 1 - down) // 2)
        everything = {*range(len(self._table))}
        return all(len({0, *self._depth_first(key, everything)}) < most for key in (int, int.__neg__))

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Around the whole tree, lowest or highest vertices first; or down a longest path and no further."""
        everything = {*range(len(self._table))}
        path = self._longest_way()
        return {
            "depth first, lowest first": self._depth_first(int, everything),
            "depth first, highest first": self._depth_first(int.__neg__, everything),
            "longest way down, then back and forth": self._depth_first(lambda vertex: 0, {*path}, path[-1]),
        }
