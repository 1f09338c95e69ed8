"""Choose K vertices so that no vertex is far from the nearest of them."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment
from rlve.envs.toolkit.graphs import undirected_weighted
from rlve.envs.toolkit.trees import random_tree


class KCenterSelection(OptimizationEnvironment):
    """K vertices with the smallest largest distance to the nearest; one vertex more with each level.

    A long tree and a fifth as many edges more; K from 2 to a third of N. Reward: (least largest distance / largest distance)^8.
    """

    n: int
    edges: Sequence[Sequence[int]]
    count: int

    paper_name = "Vertex_KCenter"
    max_level = 25
    goal = "minimum"
    exponent = 8

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 5 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        edges = random_tree(rng, n, reach=3)
        edges += rng.sample([pair for pair in combinations(range(n), 2) if pair not in edges], n // 5)
        rng.shuffle(edges)
        count = rng.randint(max(2, n // 4), max(2, n // 3))
        return cls(n=n, edges=[(u, v, rng.randint(1, max(9, n))) for u, v in edges], count=count)

    def statement(self) -> str:
        return (
            f"{undirected_weighted(self.n, self.edges, 'length')}\n"
            f"Choose {self.count} different vertices. Each vertex then has a distance to the nearest of them: the length of a "
            "shortest path, 0 for a chosen vertex. The largest of these distances should be as small as possible. Give the "
            "chosen vertices."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(self.count, low=0, high=self.n - 1)

    def solve(self) -> list[int]:
        """Bisect the radius; each time cover the vertices, branching on who may cover one with the fewest such."""
        table = self._distances()
        radii = sorted({distance for row in table for distance in row})
        low, high, best = 0, len(radii) - 1, list(range(self.count))
        while low < high:
            middle = (low + high) // 2
            balls = [sum([1 << u for u, distance in enumerate(row) if distance <= radii[middle]]) for row in table]
            chosen = self._cover(balls)
            if chosen is None:
                low = middle + 1
            else:
                high, best = middle, chosen
        left = [v for v in range(self.n) if v not in best]
        return [*best, *left[: self.count - len(best)]]

    def _cover(self, balls: Sequence[int]) -> list[int] | None:
        """At most K centres whose balls cover all vertices, None where there are none."""
        ways = [[v for v in range(self.n) if balls[v] >> u & 1] for u in range(self.n)]
        stack: list[tuple[int, list[int]]] = [((1 << self.n) - 1, [])]
        most = max([ball.bit_count() for ball in balls])
        while stack:
            open_, chosen = stack.pop()
            if not open_:
                return chosen
            if open_.bit_count() <= most * (self.count - len(chosen)):
                hardest = min([u for u in range(self.n) if open_ >> u & 1], key=lambda u: len(ways[u]))
                options = sorted(ways[hardest], key=lambda v: (balls[v] & open_).bit_count())
                stack += [(open_ & ~balls[v], [*chosen, v]) for v in options]
        return None

    def _distances(self) -> list[list[int]]:
        """Floyd and Warshall."""
        table = [[0 if u == v else 1 << 30 for u in range(self.n)] for v in range(self.n)]
        for u, v, length in self.edges:
            table[u][v] = table[v][u] = length
        for middle, onward in enumerate(table):
            for row in table:
                to = row[middle]
                row[:] = [a if a < to + b else to + b for a, b in zip(row, onward, strict=True)]
        return table

    def objective(self, answer: Sequence[int], /) -> int:
        table = self._distances()
        return max(map(min, zip(*[table[v] for v in answer], strict=True)))

    def rules(self) -> Mapping[str, Sequence[int]]:
        """One by one: what is best together with those before; and, after the first of these, what is farthest from those."""
        table = self._distances()
        found = {}
        for name in ("the best", "the farthest"):
            nearest, chosen = [1 << 30] * self.n, []
            for _ in range(self.count):
                far = {v: max(map(min, nearest, row)) for v, row in enumerate(table)}
                if chosen and name == "the farthest":
                    far = {v: -distance for v, distance in enumerate(nearest)}
                chosen.append(min([v for v in far if v not in chosen], key=far.__getitem__))
                nearest = [*map(min, nearest, table[chosen[-1]])]
            found[f"{name}, one by one"] = chosen
        return found
