"""Choose vertices of least total price that all the others are next to."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerSet, OptimizationEnvironment
from rlve.envs.toolkit.graphs import neighbour_sets, undirected
from rlve.envs.toolkit.trees import random_tree


class MinimumWeightDominatingSet(OptimizationEnvironment):
    """The cheapest vertices such that each vertex is chosen or joined to a chosen one; one vertex more with each level.

    A tree, and a third as many edges more from level 2 on. From seven vertices on, prices grow with the number of edges, and the
    vertex with the lowest price for each vertex that it covers, again and again, is not best. Reward: (least price / price)^8.
    """

    n: int
    edges: Sequence[Sequence[int]]
    prices: Sequence[int]

    paper_name = "Minimum_DominatingSet"
    max_level = 20
    goal = "minimum"
    exponent = 8

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level, "more": (level + 1) // 3}

    @classmethod
    def draw(cls, rng: Random, n: int, more: int) -> Self:
        edges = random_tree(rng, n, reach=3)
        others = [(u, v) for v in range(n) for u in range(v) if (u, v) not in edges]
        edges += rng.sample(others, more + rng.randint(0, 1))
        degrees = map(len, neighbour_sets(n, edges))
        prices = [rng.randint(1, 9) if n < 7 else rng.randint(0, 6) + 3 * degree for degree in degrees]
        return cls(n=n, edges=rng.sample(edges, len(edges)), prices=prices)

    def statement(self) -> str:
        return (
            f"{undirected(self.n, self.edges)}\n"
            f"The prices of the vertices are, in order, that of vertex 0 first:\n{' '.join(map(str, self.prices))}\n"
            "Choose vertices with as small a total price as possible, so that every vertex is chosen or is joined by an edge to "
            "a chosen one. Give the chosen vertices."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(max_length=self.n, low=0, high=self.n - 1)

    def _balls(self) -> list[set[int]]:
        """For each vertex itself and its neighbours."""
        return [{v, *others} for v, others in enumerate(neighbour_sets(self.n, self.edges))]

    def solve(self) -> list[int]:
        """Branch on who covers the vertex with the fewest ways left; those tried before are not chosen."""
        balls = [sum([1 << u for u in ball]) for ball in self._balls()]
        best, cover = sum(self.prices) + 1, 0
        everything = (1 << self.n) - 1
        stack = [(everything, everything, 0, 0)]  # uncovered, free to be chosen, chosen, their price
        while stack:
            open_, free, chosen, price = stack.pop()
            if price >= best:
                continue
            if not open_:
                best, cover = price, chosen
                continue
            ways, fewest, rest = 0, self.n + 1, open_
            while rest:
                ball = balls[(rest & -rest).bit_length() - 1] & free
                if ball.bit_count() < fewest:
                    ways, fewest = ball, ball.bit_count()
                rest &= rest - 1
            for v in range(self.n):
                if ways >> v & 1:
                    free ^= 1 << v
                    stack.append((open_ & ~balls[v], free, chosen | 1 << v, price + self.prices[v]))
        return [v for v in range(self.n) if cover >> v & 1]

    def objective(self, answer: Sequence[int], /) -> int:
        balls = self._balls()
        uncovered = {*range(self.n)}.difference(*[balls[v] for v in answer])
        if uncovered:
            raise Infeasible(f"vertex {min(uncovered)} is neither chosen nor joined to a chosen one")
        return sum([self.prices[v] for v in answer])

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._one_by_one()] if self.n > 6 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """What is cheapest for the vertices it covers, one by one; the cheapest way to cover each; what is too dear left out."""
        balls = self._balls()
        nearby = {min(sorted(ball), key=self.prices.__getitem__) for ball in balls}
        left, busy = {*range(self.n)}, []
        while left:
            busy.append(max(range(self.n), key=lambda v: (len(balls[v] & left), -self.prices[v])))
            left -= balls[busy[-1]]
        return {
            "lowest price for each vertex, one by one": self._one_by_one(),
            "most vertices, one by one": self._needed(busy),
            "the cheapest near each vertex": sorted(nearby),
            "the dearest left out": self._needed(range(self.n)),
        }

    def _one_by_one(self) -> list[int]:
        balls = self._balls()
        left, cheap = {*range(self.n)}, []
        while left:
            cheap.append(min([v for v in range(self.n) if balls[v] & left], key=lambda v: self.prices[v] / len(balls[v] & left)))
            left -= balls[cheap[-1]]
        return self._needed(cheap)

    def _needed(self, chosen: Iterable[int]) -> list[int]:
        """Chosen vertices without those, the dearest first, that can be left out."""
        balls, kept = self._balls(), {*chosen}
        for v in sorted(kept, key=self.prices.__getitem__, reverse=True):
            if all(ball & kept - {v} for ball in balls):
                kept.remove(v)
        return sorted(kept)
