"""Divide a tree into connected groups of equal size."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Grid, Infeasible
from rlve.envs.toolkit.trees import from_root, neighbours, shuffled, tree_text


class EqualSizeConnectedTreePartition(ConstraintEnvironment):
    """N connected groups of K vertices each; by turns one more vertex in each group and one more group with each level.

    The groups are drawn first, each a random tree; an edge joins each to one of those before it.
    Reward: (connected groups / groups)^5.
    """

    edges: Sequence[Sequence[int]]
    groups: int

    paper_name = "TreeEvenPartitioning"
    max_level = 18

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"groups": 2 + level // 2, "size": 3 + (level + 1) // 2}

    @classmethod
    def draw(cls, rng: Random, groups: int, size: int) -> Self:
        edges = []
        for start in range(0, groups * size, size):
            edges += [(start + rng.randrange(new), start + new) for new in range(1, size)]
            if start:
                edges.append((rng.randrange(start), start + rng.randrange(size)))
        return cls(edges=shuffled(rng, edges), groups=groups)

    def statement(self) -> str:
        n = len(self._table)
        return (
            f"{tree_text(n, self.edges)}\n"
            f"Divide the vertices into {self.groups} groups of {n // self.groups} vertices each. Each vertex is in exactly one "
            "group, and any two vertices of a group are joined by a path of edges on which all vertices are in this group. Give "
            "one group a line; the order of the groups, and of the vertices in a group, does not matter."
        )

    def answer_format(self) -> AnswerFormat:
        return Grid(self.groups, len(self._table) // self.groups, low=0, high=len(self.edges))

    def solve(self) -> list[list[int]]:
        """The edges between groups are those that have a multiple of the size below them."""
        order, parent = from_root(self._table, 0)
        size = len(order) // self.groups
        below, top = [1] * len(order), list(range(len(order)))
        for vertex in order[:0:-1]:
            below[parent[vertex]] += below[vertex]
        for vertex in order[1:]:
            if below[vertex] % size:
                top[vertex] = top[parent[vertex]]
        rows: dict[int, list[int]] = {}
        for vertex, first in enumerate(top):
            rows.setdefault(first, []).append(vertex)
        return [*rows.values()]

    @cached_property
    def _table(self) -> list[list[int]]:
        return neighbours(len(self.edges) + 1, self.edges)

    def satisfied(self, answer: Sequence[Sequence[int]], /) -> tuple[int, int]:
        group = {vertex: number for number, row in enumerate(answer) for vertex in row}
        if len(group) < len(self._table):
            raise Infeasible("each vertex should be in exactly one group")
        inner = [0] * self.groups
        for u, v in self.edges:
            if group[u] == group[v]:
                inner[group[u]] += 1
        size = len(self._table) // self.groups
        return inner.count(size - 1), self.groups

    def rules(self) -> Mapping[str, Sequence[Sequence[int]]]:
        """Group after group the vertices that are found first from a leaf of what is left; or from any vertex."""
        found = {"nearest to the lowest leaf": self._nearest(1), "nearest to the lowest vertex": self._nearest(len(self._table))}
        size = len(self._table) // self.groups
        return {name: rows for name, rows in found.items() if all(len(row) == size for row in rows)}

    def _nearest(self, most: int) -> list[list[int]]:
        free, size, rows = set(range(len(self._table))), len(self._table) // self.groups, []
        for _ in range(self.groups):
            row = [min([v for v in free if sum([u in free for u in self._table[v]]) <= most])]
            for v in row:
                row += [u for u in self._table[v] if u in free and u not in row]
            rows.append(row[:size])
            free -= {*row[:size]}
        return rows
