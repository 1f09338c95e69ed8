"""Count the ways to lay a tree over a graph."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.graphs import undirected
from rlve.envs.toolkit.text import rows
from rlve.envs.toolkit.trees import from_root, neighbours, random_tree, shuffled

Edges = Sequence[Sequence[int]]


class SpanningTreeEmbeddingCount(Environment):
    """How many bijections carry the edges of a tree onto edges of a graph; one vertex more with each level.

    The graph has a copy of the tree, whose branches are short, and two thirds as many edges more. Reward: exact.
    """

    n: int
    edges: Edges
    tree: Edges

    paper_name = "GraphContainTreeCounting"
    max_level = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        tree = random_tree(rng, n, reach=3)
        copy = shuffled(rng, tree)
        others = [pair for pair in combinations(range(n), 2) if pair not in copy]
        edges = copy + rng.sample(others, 2 * n // 3 - rng.randrange(2))
        return cls(n=n, edges=rng.sample(edges, len(edges)), tree=tree)

    def statement(self) -> str:
        return (
            f"{undirected(self.n, self.edges)}\n"
            f"A tree with the same vertices 0 to {self.n - 1} has these edges, one a line:\n{rows(self.tree)}\n"
            "Count the ways to assign to each vertex of the tree a vertex of the graph, a different one to each, so that any two "
            "vertices joined in the tree are assigned two that are joined in the graph. The graph may have more edges."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        return _ways(self.n, self.tree, self.edges)

    def acceptable(self) -> bool:
        return self.n > 4 or self.reference < 20

    def rules(self) -> Mapping[str, int]:
        own = _ways(self.n, self.tree, self.tree)
        more = len(self.edges) - self.n + 1
        return {"onto itself": own, "onto itself, for each edge more": own * more, "and one": own * (more + 1)}


def _ways(n: int, tree: Edges, edges: Edges) -> int:
    """Place the vertices of the tree depth first, large branches last. What counts of those placed is which vertices of the graph
    they take, and where those are that still have branches to come: the last of them has the next one.
    """
    table, beside = neighbours(n, tree), neighbours(n, edges)
    order, parent = from_root(table, 0)
    size, left = [1] * n, [len(others) - 1 for others in table]
    for v in order[:0:-1]:
        size[parent[v]] += size[v]
    for others in table:
        others.sort(key=lambda v: -size[v])  # the stack of from_root takes the last one first
    left[0] += 1
    states = {(1 << x, (x,)): 1 for x in range(n)}
    for v in from_root(table, 0)[0][1:]:
        left[parent[v]] -= 1
        last, ends = not left[parent[v]], not left[v]
        placed: dict[tuple[int, tuple[int, ...]], int] = {}
        for (taken, open_ones), count in states.items():
            before = open_ones[:-1] if last else open_ones
            for x in beside[open_ones[-1]]:
                if not taken >> x & 1:
                    state = (taken | 1 << x, before if ends else (*before, x))
                    placed[state] = placed.get(state, 0) + count
        states = placed
    return sum(states.values())
