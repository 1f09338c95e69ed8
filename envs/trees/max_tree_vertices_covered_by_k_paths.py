"""Cover as many vertices of a tree as possible by a few paths."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.trees import depths, from_root, neighbours, random_tree, tree_path, tree_text


class MaxTreeVerticesCoveredByKPaths(OptimizationEnvironment):
    """K paths that hold as many different vertices of a tree as possible; a tenth more vertices, and one, with each level.

    The ends of the paths are asked for. There are at most two paths, one more with every fourth level, from twelve vertices
    on at least two, and more leaves than ends, unless the tree is a path. Reward: (vertices covered / most vertices)^12.
    """

    edges: Sequence[Sequence[int]]
    paths: int

    paper_name = "MaxTree_KPathCoverage"
    max_level = 24
    goal = "maximum"
    exponent = 12

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((7, 8, 10, 12), level, percent=10, plus=1), "paths": 2 + level // 4}

    @classmethod
    def draw(cls, rng: Random, n: int, paths: int) -> Self:
        edges = random_tree(rng, n, reach=rng.randint(4, 8))
        leaves = [len(row) for row in neighbours(n, edges)].count(1)
        return cls(edges=edges, paths=max(1, min(paths, (leaves - 1) // 2)))

    def statement(self) -> str:
        one = self.paths == 1
        return (
            f"{tree_text(len(self.edges) + 1, self.edges)}\n"
            f"Choose {'a path' if one else f'{self.paths} paths; they may share vertices and edges'}. A single vertex is a path "
            "too, with this vertex as both its ends. As many different vertices as possible should lie on "
            f"{'the path' if one else 'at least one of the paths'}, ends included. Give the two ends of "
            f"{'the path' if one else 'each path, one path after the other'}."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(2 * self.paths, low=0, high=len(self.edges), pairs=True)

    def solve(self) -> list[int]:
        """Root the tree at a leaf that ends a longest path, and divide it into chains: each vertex goes on the chain to its
        deepest leaf. The longest chains end at the leaves to choose. In the order in which a walk around the tree meets
        them, each is joined to the one half the way around: such paths pass through every edge between them.
        """
        far = depths(self._table, 0)
        root = far.index(max(far))
        order, parent = from_root(self._table, root)
        height, leaf, longest = [1] * len(order), list(range(len(order))), [0] * len(order)
        for vertex in order[:0:-1]:
            above = parent[vertex]
            if height[vertex] >= height[above]:
                height[above], leaf[above] = height[vertex] + 1, leaf[vertex]
        for vertex in reversed(order):
            longest[leaf[vertex]] = height[vertex]
        chosen = {root, *sorted(range(len(order)), key=lambda vertex: -longest[vertex])[: 2 * self.paths - 1]}
        ends = [vertex for vertex in order if vertex in chosen]
        return [end for pair in zip(ends[: self.paths], ends[self.paths :], strict=True) for end in pair]

    @cached_property
    def _table(self) -> list[list[int]]:
        return neighbours(len(self.edges) + 1, self.edges)

    def objective(self, answer: Sequence[int], /) -> int:
        covered: set[int] = set()
        for start, end in zip(answer[::2], answer[1::2], strict=True):
            covered.update(tree_path(self._table, start, end))
        return len(covered)

    def acceptable(self) -> bool:
        return len(self.edges) < 11 or self.paths > 1

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The leaves with the lowest and with the highest numbers, and those farthest from vertex 0, two by two."""
        leaves = [vertex for vertex, row in enumerate(self._table) if len(row) == 1]
        far = depths(self._table, 0)
        orders = {"lowest": leaves, "highest": leaves[::-1], "farthest": sorted(leaves, key=lambda vertex: -far[vertex])}
        return {f"{name} leaves": order[: 2 * self.paths] for name, order in orders.items()}
