"""Find a minimum spanning tree."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment, grow
from rlve.envs.toolkit.graphs import undirected_weighted


class MinimumSpanningTree(OptimizationEnvironment):
    """A spanning tree of least total weight; a tenth more vertices, and one, with each level.

    One to two and a half edges a vertex. From seven vertices on an edge between two of the hidden regions of about four
    vertices weighs more than one inside, so that the lightest edges close cycles. Reward: (least weight / weight)^30.
    """

    n: int
    edges: Sequence[Sequence[int]]

    paper_name = "MinimumSpanningTree"
    max_level = 27
    version = 3
    goal = "minimum"
    exponent = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = grow(4, level, percent=10, plus=1)
        return {"n": n, "edges": min(grow(5, level, percent=20, plus=1), 5 * n // 2)}

    @classmethod
    def draw(cls, rng: Random, n: int, edges: int) -> Self:
        order = rng.sample(range(n), n)
        pairs = list(combinations(range(n), 2))
        tree = {(min(u, v), max(u, v)) for u, v in [(order[i], order[rng.randrange(i)]) for i in range(1, n)]}
        others = [pair for pair in pairs if pair not in tree]
        chosen = sorted(tree) + rng.sample(others, edges - rng.randint(0, edges // 20) - len(tree))
        rng.shuffle(chosen)
        region = [rng.randrange(max(2, n // 4)) if n > 6 else 0 for _ in range(n)]
        most = max(9, 2 * n)
        return cls(n=n, edges=[(u, v, rng.randint(1, most) + most * (region[u] != region[v])) for u, v in chosen])

    def statement(self) -> str:
        return (
            f"{undirected_weighted(self.n, self.edges)}\n"
            f"Find {self.n - 1} edges that connect all the vertices, with as small a total weight as possible. Give the two "
            "vertices of each of these edges, one edge after the other; any order will do."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=2 * self.n - 2, low=0, high=self.n - 1, pairs=True)

    def solve(self) -> list[int]:
        """Kruskal's algorithm."""
        return [vertex for edge in self._forest(sorted(self.edges, key=_weight)) for vertex in edge[:2]]

    def objective(self, answer: Sequence[int], /) -> int:
        weights = {frozenset((u, v)): weight for u, v, weight in self.edges}
        chosen = [frozenset(pair) for pair in zip(answer[::2], answer[1::2], strict=True)]
        for pair in chosen:
            if pair not in weights:
                raise Infeasible(f"there is no edge between {min(pair)} and {max(pair)}")
        if len(self._forest([(min(pair), max(pair), 0) for pair in chosen])) < self.n - 1:
            raise Infeasible("the edges do not connect all the vertices")
        return sum(weights[pair] for pair in chosen)

    def _forest(self, edges: Iterable[Sequence[int]]) -> list[Sequence[int]]:
        """Those of the edges, taken in order, that join two parts not yet connected."""
        part, kept = list(range(self.n)), []
        for edge in edges:
            first, second = part[edge[0]], part[edge[1]]
            if first != second:
                kept.append(edge)
                part = [first if other == second else other for other in part]
        return kept

    def guesses(self) -> Iterable[Sequence[int]]:
        if self.n < 7:
            return []
        lightest = sorted(self.edges, key=_weight)[: self.n - 1]
        of_each = {min([edge for edge in self.edges if v in edge[:2]], key=_weight) for v in range(self.n)}
        return [[vertex for edge in edges for vertex in edge[:2]] for edges in (lightest, sorted(of_each))]


def _weight(edge: Sequence[int]) -> int:
    return edge[2]
