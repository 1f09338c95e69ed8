"""Count the simple cycles of a graph."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.graphs import neighbour_sets, undirected
from rlve.envs.toolkit.trees import random_tree


class SimpleCycleCounting(Environment):
    """How many cycles without a repeated vertex a connected graph has; one vertex more with each level.

    A tree and some edges more: one to three at first, and two more with every three levels.
    Reward: exact.
    """

    n: int
    edges: Sequence[Sequence[int]]

    paper_name = "CycleCounting"
    max_level = 16

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 5 + level, "extra": 3 + 2 * level // 3}

    @classmethod
    def draw(cls, rng: Random, n: int, extra: int) -> Self:
        tree = random_tree(rng, n, reach=3)
        others = [pair for pair in combinations(range(n), 2) if pair not in tree]
        edges = tree + rng.sample(others, extra - rng.randrange(2 if n > 5 else 3))
        return cls(n=n, edges=rng.sample(edges, len(edges)))

    def statement(self) -> str:
        return (
            f"{undirected(self.n, self.edges)}\n"
            "A cycle leads along edges from a vertex through at least two others back to it, no vertex twice. Two cycles "
            "are the same if they use the same edges, wherever they start and in whichever direction they go. How many different "
            "cycles are there?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """Remove vertices with at most two neighbours; what led through one is then a way more between these two.

        Two ways between the same vertices make a cycle. The longer cycles of what is left are counted from their first vertex
        on, by the set of vertices and the last one, each in both directions.
        """
        ways: list[dict[int, int]] = [{} for _ in range(self.n)]
        for u, v in self.edges:
            ways[u][v] = ways[v][u] = 1
        total, small = 0, [v for v in range(self.n) if len(ways[v]) < 3]
        for v in small:  # grows meanwhile
            beside = list(ways[v].items())
            for u, _ in beside:
                del ways[u][v]
            ways[v] = {}
            if len(beside) == 2:
                (u, first), (w, second) = beside
                before = ways[u].get(w, 0)
                total += before * first * second
                ways[u][w] = ways[w][u] = before + first * second
            small += [u for u, _ in beside if 0 < len(ways[u]) < 3 and u not in small]
        double = 0
        for start in range(self.n):
            paths = {(1 << start, start): 1}
            while paths:
                longer: dict[tuple[int, int], int] = {}
                for (seen, last), count in paths.items():
                    for v, more in ways[last].items():
                        if v > start and not seen >> v & 1:
                            state = (seen | 1 << v, v)
                            longer[state] = longer.get(state, 0) + count * more
                        elif v == start and seen.bit_count() > 2:
                            double += count * more
                paths = longer
        return total + double // 2

    def acceptable(self) -> bool:
        return self.n > 5 or self.reference < 20

    def rules(self) -> Mapping[str, int]:
        """By the number of edges that are not in a tree; and the short cycles alone."""
        extra = len(self.edges) - self.n + 1
        joined = neighbour_sets(self.n, self.edges)
        three = sum(len(joined[u] & joined[v]) for u, v in self.edges) // 3
        shared = [len(joined[u] & joined[v]) for u, v in combinations(range(self.n), 2)]
        four = sum(count * (count - 1) // 2 for count in shared) // 2
        return {
            "edges outside a tree": extra,
            "their pairs too": extra * (extra + 1) // 2,
            "all sets of them": 2**extra - 1,
            "triangles": three,
            "cycles of at most four": three + four,
        }
