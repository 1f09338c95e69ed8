"""Add an edge to a tree so that its diameter becomes as small as possible."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import accumulate, combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment, grow
from rlve.envs.toolkit.trees import from_root, neighbours, random_tree, weighted_tree_text


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

        The largest distance is at most X if each pair of these vertices that is farther apart, depths included, is at most X
        apart by way of the new edge. With its ends at the places a <= b on the path this bounds a + b and b - a on both sides.
        """
        path, places, depths = self._longest_path()
        pairs = [(q - p + d + e, p + q, q - p, d + e) for (p, d), (q, e) in combinations(zip(places, depths, strict=True), 2)]
        pairs.sort(reverse=True)
        bounds = [*accumulate([(s + e, e - s, t + e, e - t) for _, s, t, e in pairs], lambda *both: (*map(max, *both),))]
        spots = [(a + b, b - a, u, v) for (a, u), (b, v) in combinations(zip(places, path, strict=True), 2)]

        def ends(largest: int) -> list[int] | None:
            beyond = bisect_left(pairs, -largest, key=lambda pair: -pair[0])
            if beyond == 0:
                return [path[0], path[0]]
            left = largest - self.length
            least, most, shortest, longest = bounds[beyond - 1]
            for s, t, u, v in spots:
                if least - left <= s <= left - most and shortest - left <= t <= left - longest:
                    return [u, v]
            return None

        low, high = -1, pairs[0][0]
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if ends(middle) else (middle, high)
        return ends(high) or []

    def _longest_path(self) -> tuple[list[int], list[int], list[int]]:
        """The vertices of a longest path, the place of each on it, and the depth of what hangs there."""
        rows = self._distances
        start = rows[0].index(max(rows[0]))
        end = rows[start].index(max(rows[start]))
        path = sorted(
            [v for v in range(len(rows)) if rows[start][v] + rows[v][end] == rows[start][end]], key=rows[start].__getitem__
        )
        places = [rows[start][v] for v in path]
        depths = [0] * len(path)
        for to_start, to_end in zip(rows[start], rows[end], strict=True):
            depth = (to_start + to_end - places[-1]) // 2
            if depth:
                spot = places.index(to_start - depth)
                depths[spot] = max(depths[spot], depth)
        return path, places, depths

    @cached_property
    def _distances(self) -> list[list[int]]:
        """The distances of all pairs of vertices in the tree."""
        weight = {(a, b): w for u, v, w in self.edges for a, b in ((u, v), (v, u))}
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
        path, places, _ = self._longest_path()
        quarters = [min(path, key=lambda v, q=q: abs(4 * places[path.index(v)] - q * places[-1])) for q in (1, 3)]
        inner = [path[1], path[-2]] if len(path) > 2 else path
        return {"ends of a longest path": [path[0], path[-1]], "the next inside": inner, "quarters of a longest path": quarters}
