"""Complete a graph so that it has a given number of shortest paths."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Infeasible, IntegerList, hidden
from rlve.envs.toolkit.graphs import undirected
from rlve.envs.toolkit.trees import neighbours


class GraphWithKShortestPaths(ConstraintEnvironment):
    """Edges to add so that exactly K shortest paths join two vertices; one vertex more with each level.

    A planted graph has layers of about two or three vertices between the two, and all edges from layer to layer; one vertex in
    four to six has lost its edges, and nearly as many may be added.
    Reward: for another number of shortest paths (4/5 of the smaller / larger number)^5.
    """

    n: int
    edges: Sequence[Sequence[int]]
    start: int
    end: int
    wanted: int
    most: int
    solution: Sequence[int] = hidden()

    paper_name = "ShortestPathCountConstruction"
    max_level = 40

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 5 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        order = rng.sample(range(n), n)
        count = rng.randint(max(1, (n - 2) // 3), (n - 2) // 2 if n > 6 else 2)
        cuts = [1 + (n - 2) * i // count for i in range(count + 1)]
        layers = [order[:1], *[order[a:b] for a, b in pairwise(cuts)], order[-1:]]
        whole = [(min(u, v), max(u, v)) for before, after in pairwise(layers) for u in before for v in after]
        alone = rng.sample(order[1:-1], rng.randint(max(1, n // 6), max(1, (n - 2) // 4)))
        edges = [edge for edge in whole if edge[0] not in alone and edge[1] not in alone]
        lost = [edge for edge in whole if edge not in edges and rng.random() < 0.9]
        wanted = _shortest_paths(n, [*edges, *lost], order[0], order[-1])
        rng.shuffle(edges)
        added = [v for edge in lost for v in edge]
        return cls(n=n, edges=edges, start=order[0], end=order[-1], wanted=wanted, most=len(lost), solution=added)

    def statement(self) -> str:
        return (
            f"{undirected(self.n, self.edges)}\n"
            f"Add at most {self.most} edges, each between two different vertices that are not joined yet, so that there are "
            f"exactly {self.wanted} shortest paths between the vertices {self.start} and {self.end}: paths with as few edges as "
            "any path between these two has. Give the two vertices of each new edge, one edge after the other; any order will do."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(min_length=2, max_length=2 * self.most, low=0, high=self.n - 1, pairs=True)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        if len(answer) % 2:
            raise Infeasible("an edge has two vertices")
        edges = {(min(edge), max(edge)) for edge in self.edges}
        for edge in zip(answer[::2], answer[1::2], strict=True):
            u, v = sorted(edge)
            if u == v or (u, v) in edges:
                raise Infeasible(f"{u} and {v} cannot be joined by a new edge")
            edges.add((u, v))
        paths = _shortest_paths(self.n, edges, self.start, self.end)
        return (1, 1) if paths == self.wanted else (4 * min(paths, self.wanted), 5 * max(paths, self.wanted))

    def acceptable(self) -> bool:
        return (
            self.wanted > 1
            and self.most > 0
            and len(self.edges) > 1
            and _shortest_paths(self.n, self.edges, self.start, self.end) != self.wanted
        )

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The edge after which the number of shortest paths is nearest to what is wanted, again and again; or each vertex without
        edges put beside the neighbours of the start.
        """
        edges, added, table = list(self.edges), [], neighbours(self.n, self.edges)
        for _ in range(self.most):
            free = [pair for pair in combinations(range(self.n), 2) if pair not in edges]
            off = [abs(_shortest_paths(self.n, [*edges, pair], self.start, self.end) - self.wanted) for pair in free]
            edges.append(free[off.index(min(off))])
            added += edges[-1]
            if min(off) == 0:
                break
        near = {self.start, *table[self.start]}
        second = [v for v in range(self.n) if v not in near and not near.isdisjoint(table[v])]
        alone = [v for v in range(self.n) if not table[v] and v not in (self.start, self.end)]
        beside = [v for one in alone for other in (self.start, *second) for v in (one, other)]
        return {"the best edge, one by one": added, "beside the neighbours of the start": beside}


def _shortest_paths(n: int, edges: Iterable[Sequence[int]], start: int, end: int) -> int:
    """How many there are; 0 where there is no path."""
    table = neighbours(n, edges)
    layer = {start: 1}
    seen = set(layer)
    while layer and end not in layer:
        onward: dict[int, int] = {}
        for v, count in layer.items():
            for other in table[v]:
                if other not in seen:
                    onward[other] = onward.get(other, 0) + count
        seen.update(onward)
        layer = onward
    return layer.get(end, 0)
