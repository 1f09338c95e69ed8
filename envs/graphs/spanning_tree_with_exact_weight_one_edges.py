"""Find a spanning tree with a given number of edges of weight 1."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerSet, grow
from rlve.envs.toolkit.graphs import numbered_edges

Edge = Sequence[int]


class SpanningTreeWithExactWeightOneEdges(ConstraintEnvironment):
    """A spanning tree with exactly K edges of weight 1, the others of weight 0; a tenth more vertices, and one, with each level.

    Four vertices with edges of both weights; each of the others is joined to earlier ones by one or two edges of one weight.
    Both fewer and more than K are possible. From seven vertices on at most one of three ways to take edges as they come will do:
    all of them, K of weight 1 first, or those of weight 0 first.
    The answer: the numbers of its edges. Reward: 1 for such a tree, else 0.
    """

    n: int
    edges: Sequence[Edge]
    ones: int

    paper_name = "FixedOneEdgeNum_SpanningTree"
    max_level = 24
    exemptions = {"integers": "a graph of four vertices whose edges have numbers"}

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        label, core = rng.sample(range(n), n), 4
        path = [(rng.randrange(v), v) for v in range(1, core)]
        others = [pair for pair in combinations(range(core), 2) if pair not in path]
        pairs = path + rng.sample(others, 2 if n < 6 else 3)
        edges = list(zip(pairs, rng.sample([0, 1] * core, len(pairs)), strict=False))
        for v in range(core, n):
            edges += [((u, v), v % 2) for u in rng.sample(range(v), rng.choice((1, 1, 2)))]
        edges = [(*sorted((label[u], label[v])), weight) for (u, v), weight in rng.sample(edges, len(edges))]
        low, high = (sum([edge[2] for edge in _tree(n, edges, weights)]) for weights in ((0, 1), (1, 0)))
        return cls(n=n, edges=edges, ones=rng.randint(low + 1, max(low + 1, high - 1)))

    def statement(self) -> str:
        return (
            f"{numbered_edges(self.n, self.edges, 'weight')}\n"
            f"Choose {self.n - 1} edges that connect all the vertices, exactly {self.ones} of them of weight 1. Give the "
            "numbers of these edges."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(length=self.n - 1, low=0, high=len(self.edges) - 1)

    def solve(self) -> list[int]:
        """The edges of weight 1 that are needed beside those of weight 0; then more of them, up to the number; then weight 0."""
        needed = [edge for edge in _tree(self.n, self.edges, (0, 1)) if edge[2]]
        ones = _tree(self.n, [*needed, *[edge for edge in self.edges if edge[2]]], (1,))[: self.ones]
        tree = _tree(self.n, [*ones, *[edge for edge in self.edges if not edge[2]]], (1, 0))
        return [*map(self.edges.index, tree)]

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        chosen = [self.edges[number] for number in answer]
        connected = len(_as_they_come(self.n, chosen)) == self.n - 1
        return int(connected and sum([weight for *_, weight in chosen]) == self.ones), 1

    def acceptable(self) -> bool:
        if self.ones == sum([edge[2] for edge in _tree(self.n, self.edges, (1, 0))]):
            return False
        if self.n < 7:
            return True
        trees = [tree for tree in self._simple_trees().values() if len(tree) == self.n - 1]
        return [sum([edge[2] for edge in tree]) for tree in trees].count(self.ones) < 2

    def rules(self) -> Mapping[str, Sequence[int]]:
        return {name: [*map(self.edges.index, tree)] for name, tree in self._simple_trees().items()}

    def _simple_trees(self) -> dict[str, list[Edge]]:
        """By three rules, the last two of which may end before everything is connected."""
        ones, zeros = ([edge for edge in self.edges if edge[2] == weight] for weight in (1, 0))
        return {
            "as they come": _as_they_come(self.n, self.edges),
            "weight 1 as they come, then weight 0": _as_they_come(self.n, [*_as_they_come(self.n, ones)[: self.ones], *zeros]),
            "weight 0 as they come, then weight 1": _as_they_come(
                self.n, [*_as_they_come(self.n, zeros)[: self.n - 1 - self.ones], *ones]
            ),
        }


def _tree(n: int, edges: Iterable[Edge], weights: Iterable[int]) -> list[Edge]:
    """Edges that close no cycle, as they come: first those of the first weight, then those of the second."""
    edges = list(edges)
    return _as_they_come(n, [edge for weight in weights for edge in edges if edge[2] == weight])


def _as_they_come(n: int, edges: Iterable[Edge]) -> list[Edge]:
    part, tree = list(range(n)), []
    for edge in edges:
        first, second = part[edge[0]], part[edge[1]]
        if first != second:
            part = [first if other == second else other for other in part]
            tree.append(edge)
    return tree
