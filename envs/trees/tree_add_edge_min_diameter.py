"""Add an edge to a tree so that its diameter becomes as small as possible."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment, grow
from rlve.envs.toolkit.trees import from_root, lengths, neighbours, random_tree, tree_path, weighted_tree_text


class TreeAddEdgeMinDiameter(OptimizationEnvironment):
    """Where one more edge of given length makes the largest distance smallest; a tenth more vertices, and one, with each level.

    The trees are long, and the edge always helps. Reward: (share of the way from the old diameter to the least one)^5.
    """

    edges: Sequence[Sequence[int]]
    length: int

    paper_name = "TreeAddOneEdgeDiameter"
    max_level = 18
    goal = "minimum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=10, plus=1), "longest": 5 + level}

    @classmethod
    def draw(cls, rng: Random, n: int, longest: int) -> Self:
        edges = random_tree(rng, n, reach=rng.randint(2, 3))
        return cls(edges=[(u, v, rng.randint(1, longest)) for u, v in edges], length=rng.randint(1, (longest + 1) // 2))

    def statement(self) -> str:
        return (
            f"{weighted_tree_text(len(self.edges) + 1, self.edges, 'length')}\n"
            f"Add one edge of length {self.length} between any two vertices; they may already be joined by an edge, and may even "
            "be the same. The distance of two vertices is the smallest sum of lengths on a path between them. Make the largest "
            "distance of any two vertices as small as possible. Give the two ends of the added edge, in either order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(2, low=0, high=len(self.edges), pairs=True)

    def solve(self) -> list[int]:
        """Both ends lie on a longest path. To each of its vertices belongs the depth of what hangs on it there.

        Try all ends: go through the pairs of these vertices, depths included, the farthest apart first, until the others are
        no farther apart than the largest distance so far, or this is no better than the best so far.
        """
        path = self._longest_path()
        places = [self._distances[path[0]][vertex] for vertex in path]
        depths = [0] * len(path)
        for row in self._distances:
            depth, spot = min([(row[vertex], spot) for spot, vertex in enumerate(path)])
            depths[spot] = max(depths[spot], depth)
        pairs = combinations(zip(places, depths, strict=True), 2)
        pairs = sorted([(q - p + d + e, p, q, d + e + self.length) for (p, d), (q, e) in pairs], reverse=True)
        least, answer = pairs[0][0], [path[0], path[0]]
        for (a, u), (b, v) in combinations(zip(places, path, strict=True), 2):
            largest = 0
            for distance, p, q, added in pairs:
                if distance <= largest or largest >= least:
                    break
                largest = max(largest, min(distance, abs(p - a) + abs(q - b) + added))
            if largest < least:
                least, answer = largest, [u, v]
        return answer

    def _longest_path(self) -> list[int]:
        rows = self._distances
        start = rows[0].index(max(rows[0]))
        return tree_path(neighbours(len(rows), self.edges), start, rows[start].index(max(rows[start])))

    @cached_property
    def _distances(self) -> list[list[int]]:
        """The distances of all pairs of vertices in the tree."""
        weight = lengths(self.edges)
        order, parent = from_root(neighbours(len(self.edges) + 1, self.edges), 0)
        rows = [[0] * len(order) for _ in order]
        for count, vertex in enumerate(order[1:], 1):
            above, step = parent[vertex], weight[parent[vertex], vertex]
            for other in order[:count]:
                rows[vertex][other] = rows[other][vertex] = rows[above][other] + step
        return rows

    def objective(self, answer: Sequence[int], /) -> int:
        first, second = [self._distances[end] for end in answer]
        return max(
            [
                min(distance, first[u] + second[v] + self.length, second[u] + first[v] + self.length)
                for u, row in enumerate(self._distances)
                for v, distance in enumerate(row[:u])
            ]
        )

    def baseline(self) -> int:
        return max(map(max, self._distances))

    def acceptable(self) -> bool:
        return self.optimum < self.baseline()

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The ends of a longest path, those but one, or its vertices nearest to a quarter and three quarters of its length."""
        path = self._longest_path()
        places = self._distances[path[0]]
        quarters = [min(path, key=lambda v, q=q: abs(4 * places[v] - q * places[path[-1]])) for q in (1, 3)]
        inner = [path[1], path[-2]] if len(path) > 2 else path
        return {"ends of a longest path": [path[0], path[-1]], "the next inside": inner, "quarters of a longest path": quarters}
