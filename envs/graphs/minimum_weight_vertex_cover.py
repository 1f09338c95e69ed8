"""Choose vertices of least total price that touch every edge."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerSet, OptimizationEnvironment
from rlve.envs.toolkit.graphs import neighbour_sets, random_edges, undirected


class MinimumWeightVertexCover(OptimizationEnvironment):
    """The cheapest set of vertices with an end of every edge; one vertex more with each level.

    At first a random graph with about as many edges as vertices. From seven vertices on it is a ring and pairs, so that all
    vertices have about three edges, and the vertex with the lowest price for each edge that it covers, again and again, is not
    best. Reward: (least price / price)^8.
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
        return {"n": 4 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if n < 7:
            edges = random_edges(rng, n, 3 * n // 2 - 2 + rng.randint(0, 1))
            return cls(n=n, edges=edges, prices=[rng.randint(1, 9) for _ in range(n)])
        ring, pairs = rng.sample(range(n), n), rng.sample(range(n), n)
        steps = [*pairwise([*ring, ring[0]]), *zip(pairs[::2], pairs[1::2], strict=False)]
        edges = sorted({(min(step), max(step)) for step in steps})
        prices = [3 * len(others) + rng.randint(0, 6) for others in neighbour_sets(n, edges)]
        return cls(n=n, edges=rng.sample(edges, len(edges)), prices=prices)

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
        left, busy = list(self.edges), []
        while left:
            busy.append(max(range(self.n), key=lambda v: (sum([v in edge for edge in left]), -self.prices[v])))
            left = [edge for edge in left if busy[-1] not in edge]
        ends = {min(edge, key=self.prices.__getitem__) for edge in self.edges}
        return {
            "lowest price for each edge, one by one": self._one_by_one(),
            "most edges, one by one": self._needed(busy),
            "the dearest left out": [v for v in range(self.n) if v not in out],
            "the cheaper end of every edge": sorted(ends),
        }

    def _one_by_one(self) -> list[int]:
        left, cheap = list(self.edges), []
        while left:
            degree = {v: sum([v in edge for edge in left]) for v in range(self.n)}
            cheap.append(min([v for v in degree if degree[v]], key=lambda v: self.prices[v] / degree[v]))
            left = [edge for edge in left if cheap[-1] not in edge]
        return self._needed(cheap)

    def _needed(self, cover: Sequence[int]) -> list[int]:
        """A cover without the vertices, the dearest first, that it can do without."""
        joined, kept = neighbour_sets(self.n, self.edges), set(cover)
        for v in sorted(cover, key=self.prices.__getitem__, reverse=True):
            if joined[v] <= kept:
                kept.remove(v)
        return sorted(kept)
