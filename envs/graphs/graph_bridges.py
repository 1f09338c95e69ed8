"""Find all bridges of a graph."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerSet, grow
from rlve.envs.toolkit.graphs import neighbour_sets
from rlve.envs.toolkit.text import numbered_rows


class GraphBridges(Environment):
    """The edges without which their two vertices are no longer connected; a tenth more vertices, and one, with each level.

    A long tree with a few short edges more, which close cycles; from eight vertices on perhaps without one of the tree's edges,
    in two parts. At least a sixth and at most two thirds of the edges are bridges.
    Reward: (edges both listed and bridges / edges listed or bridges)^5.
    """

    n: int
    edges: Sequence[Sequence[int]]

    paper_name = "Bridge"
    max_level = 24

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        label = rng.sample(range(n), n)
        pairs = {(rng.randrange(max(0, new - 2), new), new): None for new in range(1, n)}
        wanted = n - 1 + n // 4 + rng.randint(0, n // 8)
        if n > 7 and rng.random() < 0.5:
            del pairs[rng.choice(list(pairs))]
        for start in rng.sample(range(n - 2), n - 2):
            if len(pairs) < wanted:
                pairs[start, min(n - 1, start + rng.randint(2, 4))] = None
        edges = [(label[u], label[v]) for u, v in rng.sample(list(pairs), len(pairs))]
        return cls(n=n, edges=[(min(edge), max(edge)) for edge in edges])

    def statement(self) -> str:
        return (
            f"An undirected graph has the vertices 0 to {self.n - 1} and these edges, one a line as: number: vertex vertex\n"
            f"{numbered_rows(self.edges)}\n"
            "An edge is a bridge if without it, with all the others kept, no path joins its two vertices. Give the numbers of "
            "all bridges; there is at least one."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(max_length=len(self.edges), low=0, high=len(self.edges) - 1)

    def solve(self) -> list[int]:
        """Depth first: the edge that leads to a vertex is a bridge when nothing below it has another edge to above it."""
        ends: list[list[tuple[int, int]]] = [[] for _ in range(self.n)]
        for number, (u, v) in enumerate(self.edges):
            ends[u].append((v, number))
            ends[v].append((u, number))
        seen, low, bridges = [-1] * self.n, [0] * self.n, []
        time = 0
        for root in range(self.n):
            if seen[root] >= 0:
                continue
            seen[root] = low[root] = time
            stack = [(root, -1, -1, iter(ends[root]))]
            while stack:
                vertex, above, by, left = stack[-1]
                for other, number in left:
                    if seen[other] < 0:
                        time += 1
                        seen[other] = low[other] = time
                        stack.append((other, vertex, number, iter(ends[other])))
                        break
                    if number != by and seen[other] < low[vertex]:
                        low[vertex] = seen[other]
                else:
                    stack.pop()
                    if stack:
                        low[above] = min(low[above], low[vertex])
                        if low[vertex] == seen[vertex]:
                            bridges.append(by)
            time += 1
        return bridges

    def score(self, answer: Sequence[int], /) -> float:
        return (len({*answer} & {*self.reference}) / len({*answer, *self.reference})) ** 5

    def acceptable(self) -> bool:
        return len(self.edges) <= 6 * len(self.solve()) <= 4 * len(self.edges)

    def rules(self) -> Mapping[str, Sequence[int]]:
        joined = neighbour_sets(self.n, self.edges)
        apart = {number: joined[u].isdisjoint(joined[v]) for number, (u, v) in enumerate(self.edges)}
        hanging = [number for number, (u, v) in enumerate(self.edges) if min(len(joined[u]), len(joined[v])) == 1]
        return {"edges to a vertex of degree 1": hanging, "edges in no triangle": [number for number in apart if apart[number]]}
