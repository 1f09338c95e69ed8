"""Choose vertices of least total price that touch every edge."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerSet, OptimizationEnvironment
from rlve.envs.toolkit.graphs import neighbour_sets, random_edges, undirected


class MinimumWeightVertexCover(OptimizationEnvironment):
    """The cheapest set of vertices with an end of every edge; one vertex more with each level.

    A random graph, at first with as many edges as vertices, later with half as many more. From seven vertices on, prices grow
    with the number of edges, and the vertex with the lowest price for each edge that it covers, again and again, is not best.
    Reward: (least price / price)^8.
    """

    n: int
    edges: Sequence[Sequence[int]]
    prices: Sequence[int]

    paper_name = "Minimum_VertexCover"
    max_level = 18
    goal = "minimum"
    exponent = 8

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level, "edges": 4 + 3 * level // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, edges: int) -> Self:
        pairs = random_edges(rng, n, edges + rng.randint(0, 1))
        degrees = map(len, neighbour_sets(n, pairs))
        return cls(
            n=n, edges=pairs, prices=[rng.randint(1, 9) if n < 7 else rng.randint(1, 4) + 2 * degree for degree in degrees]
        )

    def statement(self) -> str:
        return (
            f"{undirected(self.n, self.edges)}\n"
            f"The prices of the vertices are, in order, that of vertex 0 first:\n{' '.join(map(str, self.prices))}\n"
            "Choose vertices with as small a total price as possible, so that at least one of the two vertices of every edge is "
            "chosen. Give the chosen vertices."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(max_length=self.n, low=0, high=self.n - 1)

    def solve(self) -> list[int]:
        """Branch on the vertex with the most uncovered edges: it is chosen, or else all its neighbours are."""
        joined = [sum([1 << u for u in others]) for others in neighbour_sets(self.n, self.edges)]
        best, cover = sum(self.prices) + 1, 0
        stack = [((1 << self.n) - 1, 0)]  # the undecided vertices, the chosen ones
        while stack:
            left, chosen = stack.pop()
            price = self._price(chosen)
            if price >= best:
                continue
            most, busiest = 0, 0
            for v in range(self.n):
                if left >> v & 1 and (degree := (joined[v] & left).bit_count()) > most:
                    most, busiest = degree, v
            if not most:
                best, cover = price, chosen
            else:
                left ^= 1 << busiest
                others = joined[busiest] & left
                stack += [(left & ~others, chosen | others), (left, chosen | 1 << busiest)]
        return [v for v in range(self.n) if cover >> v & 1]

    def _price(self, chosen: int) -> int:
        return sum([price for v, price in enumerate(self.prices) if chosen >> v & 1])

    def objective(self, answer: Sequence[int], /) -> int:
        for u, v in self.edges:
            if u not in answer and v not in answer:
                raise Infeasible(f"neither {u} nor {v} is chosen, but they are joined by an edge")
        return sum([self.prices[v] for v in answer])

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._one_by_one()] if self.n > 6 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """What is cheapest for the edges it covers, one by one; the dearest vertices that may be left out, left out."""
        joined, out = neighbour_sets(self.n, self.edges), set()
        for v in sorted(range(self.n), key=self.prices.__getitem__, reverse=True):
            if not joined[v] & out:
                out.add(v)
        ends = {min(edge, key=self.prices.__getitem__) for edge in self.edges}
        return {
            "lowest price for each edge, one by one": self._one_by_one(),
            "the dearest left out": [v for v in range(self.n) if v not in out],
            "the cheaper end of every edge": sorted(ends),
        }

    def _one_by_one(self) -> list[int]:
        left, cheap = list(self.edges), []
        while left:
            degree = {v: sum(v in edge for edge in left) for v in range(self.n)}
            cheap.append(min([v for v in degree if degree[v]], key=lambda v: self.prices[v] / degree[v]))
            left = [edge for edge in left if cheap[-1] not in edge]
        return cheap
