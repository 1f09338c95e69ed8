"""Divide a tree into connected groups of equal size."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerSet
from rlve.envs.toolkit.text import numbered_rows
from rlve.envs.toolkit.trees import from_root, neighbours, shuffled


class EqualSizeConnectedTreePartition(ConstraintEnvironment):
    """N connected groups of K vertices each; by turns one more vertex in each group and one more group with each level.

    The groups are drawn first, each a random tree; an edge joins each to one of those before it.
    Asked for are the edges between groups. Reward: (groups of the right size / groups)^5.
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
            f"A tree has the vertices 0 to {n - 1} and these edges, one a line as: number: vertex vertex\n"
            f"{numbered_rows(self.edges)}\n"
            f"Take away {'1 edge' if self.groups == 2 else f'{self.groups - 1} edges'}, so that the vertices fall into "
            f"{self.groups} groups of {n // self.groups} vertices each; a group are the vertices that the edges that are left "
            "join, directly or over others. Give the number of each edge that you take away."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(self.groups - 1, low=0, high=len(self.edges) - 1)

    def solve(self) -> list[int]:
        """The edges between groups are those that have a multiple of the size below them."""
        order, parent = from_root(self._table, 0)
        size = len(order) // self.groups
        below = [1] * len(order)
        for vertex in order[:0:-1]:
            below[parent[vertex]] += below[vertex]
        return [i for i, (u, v) in enumerate(self.edges) if below[u if parent[u] == v else v] % size == 0]

    @cached_property
    def _table(self) -> list[list[int]]:
        return neighbours(len(self.edges) + 1, self.edges)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        group = list(range(len(self._table)))
        for number, (u, v) in enumerate(self.edges):
            if number not in answer:
                group = [group[u] if other == group[v] else other for other in group]
        size = len(self._table) // self.groups
        return [*Counter(group).values()].count(size), self.groups

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The first edges between groups that are made of what is found first from a leaf of what is left, or from any vertex;
        and the edges of the vertices with the most edges.
        """
        found = {"nearest to the lowest leaf": self._nearest(1), "nearest to the lowest vertex": self._nearest(len(self._table))}
        answers, size = {}, len(self._table) // self.groups
        for name, rows in found.items():
            group = {vertex: number for number, row in enumerate(rows) for vertex in row}
            if all(len(row) == size for row in rows):
                answers[name] = [i for i, (u, v) in enumerate(self.edges) if group[u] != group[v]][: self.groups - 1]
        busiest = sorted(range(len(self.edges)), key=lambda i: -sum([len(self._table[v]) for v in self.edges[i]]))
        return answers | {"at the busiest vertices": busiest[: self.groups - 1]}

    def _nearest(self, most: int) -> list[list[int]]:
        free, size, rows = set(range(len(self._table))), len(self._table) // self.groups, []
        for _ in range(self.groups):
            row = [min([v for v in free if sum([u in free for u in self._table[v]]) <= most])]
            for v in row:
                row += [u for u in self._table[v] if u in free and u not in row]
            rows.append(row[:size])
            free -= {*row[:size]}
        return rows
