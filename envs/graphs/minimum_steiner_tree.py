"""Find edges of least total weight that connect some of the vertices of a graph."""

from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.graphs import undirected_weighted
from rlve.envs.toolkit.trees import random_tree

Edge = Sequence[int]

UNDONE = 10**9  # what pairs weigh that are no edges or do not connect the vertices


class MinimumSteinerTree(OptimizationEnvironment):
    """The lightest edges that connect three or more given vertices, over others if need be; one vertex more with each level.

    A tree and about as many edges more; a vertex more to connect with every four levels. From seven vertices on, a
    vertex that they are all near to is planted, and going to the nearest not yet connected, again and again, is not best.
    Reward: (least weight / weight)^8; 0 where a pair is no edge or the vertices are not connected.
    """

    n: int
    edges: Sequence[Edge]
    terminals: Sequence[int]

    paper_name = "MinimumSteinerTree"
    max_level = 18
    goal = "minimum"
    exponent = 8

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = 4 + level
        return {"n": n, "edges": min(5 + 2 * level, 2 * n), "terminals": min(3 + level // 4, 6)}

    @classmethod
    def draw(cls, rng: Random, n: int, edges: int, terminals: int) -> Self:
        hub, *chosen = rng.sample(range(n), terminals + 1)
        near = [(min(hub, v), max(hub, v)) for v in chosen[:4]]
        between = [(min(pair), max(pair)) for pair in pairwise(chosen[:4])]
        others = [(u, v) for v in range(n) for u in range(v)]
        if n < 7:
            near, between = [], []
        pairs = list(dict.fromkeys([*random_tree(rng, n), *near, *between, *rng.sample(others, len(others))]))
        span = {**dict.fromkeys(pairs, (1, 9) if n < 7 else (2, 7)), **dict.fromkeys(near, (5, 6))}
        span |= dict.fromkeys(between, (8, 11))
        listed = [(*pair, rng.randint(*span[pair])) for pair in pairs[: edges - rng.randint(0, edges // 8)]]
        return cls(n=n, edges=rng.sample(listed, len(listed)), terminals=sorted(chosen))

    def statement(self) -> str:
        *most, last = map(str, self.terminals)
        return (
            f"{undirected_weighted(self.n, self.edges)}\n"
            f"Choose different edges with as small a total weight as possible that connect the vertices {', '.join(most)} and "
            f"{last}: chosen edges lead from each of these to each other one, over other vertices or not. Give the two vertices "
            "of each chosen edge, one edge after the other; any order will do."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(min_length=2, max_length=2 * len(self.edges), low=0, high=self.n - 1, pairs=True)

    def solve(self) -> list[int]:
        """Dreyfus and Wagner: for each set of terminals and each vertex the lightest tree with both.

        A tree is one integer: its weight, and below that a bit for each edge. An edge twice in a tree only makes it heavier.
        """
        count, ways = len(self.edges), [[] for _ in range(self.n)]
        for number, (u, v, weight) in enumerate(self.edges):
            ways[u].append((v, weight << count | 1 << number))
            ways[v].append((u, weight << count | 1 << number))
        far = sum([weight for _, _, weight in self.edges]) + 1 << count + self.n
        *first, last = self.terminals
        trees: list[list[int]] = [[far] * self.n]
        for group in range(1, 1 << len(first)):
            row, part = [far] * self.n, (group - 1) & group
            if not part:
                row[first[group.bit_length() - 1]] = 0
            while 2 * part >= group:
                row = [min(a, b + c) for a, b, c in zip(row, trees[part], trees[group ^ part], strict=True)]
                part = (part - 1) & group
            trees.append(_nearest(row, ways))
        best = trees[-1][last]
        return [vertex for number, edge in enumerate(self.edges) if best >> number & 1 for vertex in edge[:2]]

    def objective(self, answer: Sequence[int], /) -> int:
        if len(answer) % 2:
            raise Infeasible("an edge has two vertices")
        weights = {frozenset((u, v)): weight for u, v, weight in self.edges}
        chosen = [*map(frozenset, zip(answer[::2], answer[1::2], strict=True))]
        if len({*chosen}) < len(chosen):
            raise Infeasible("an edge is chosen twice")
        if not weights.keys() >= {*chosen}:
            return UNDONE
        part = list(range(self.n))
        for u, v in map(sorted, chosen):
            part = [part[u] if other == part[v] else other for other in part]
        if len({part[v] for v in self.terminals}) > 1:
            return UNDONE
        return sum([weights[pair] for pair in chosen])

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._one_by_one(0)] if self.n > 6 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """From the first terminal by shortest paths to the nearest one, again and again; the lightest edges, pruned."""
        part, tree = list(range(self.n)), []
        for u, v, _ in sorted(self.edges, key=lambda edge: edge[2]):
            if part[u] != part[v]:
                tree.append((u, v))
                part = [part[u] if other == part[v] else other for other in part]
        for _ in range(self.n):
            ends = [v for edge in tree for v in edge]
            tree = [edge for edge in tree if all(v in self.terminals or ends.count(v) > 1 for v in edge)]
        return {
            "the nearest to connect, from the first": self._one_by_one(0),
            "the nearest to connect, from the last": self._one_by_one(-1),
            "the lightest edges that connect all, pruned": [v for edge in tree for v in edge],
        }

    def _one_by_one(self, place: int) -> list[int]:
        weights = {way: weight for u, v, weight in self.edges for way in ((u, v), (v, u))}
        joined, paths = {self.terminals[place]}, []
        while left := [v for v in self.terminals if v not in joined]:
            way: dict[int, tuple[int, tuple[int, ...]]] = {v: (0, (v,)) for v in sorted(joined)}
            before = None
            while before != way:
                before = dict(way)
                for (u, v), weight in weights.items():
                    if u in way and (v not in way or way[u][0] + weight < way[v][0]):
                        way[v] = (way[u][0] + weight, (*way[u][1], v))
            path = min([way[v] for v in left])[1]
            joined |= {*path}
            paths += pairwise(path)
        return [v for edge in paths for v in edge]


def _nearest(row: Sequence[int], ways: Sequence[Sequence[tuple[int, int]]]) -> list[int]:
    """Dijkstra's algorithm from all vertices at once, each with what it costs to start there."""
    least = list(row)
    queue = [(length, v) for v, length in enumerate(row)]
    heapify(queue)
    while queue:
        length, v = heappop(queue)
        if length == least[v]:
            for other, more in ways[v]:
                if length + more < least[other]:
                    least[other] = length + more
                    heappush(queue, (length + more, other))
    return least
