"""Find the weight of the K-th lightest walk in a directed graph."""

from collections.abc import Mapping, Sequence
from itertools import chain
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.graphs import directed, out_arcs
from rlve.envs.toolkit.sizes import near


class KthLightestWalkWeight(Environment):
    """The K-th weight of all walks of at least one arc; K grows by half, and one, the graph by one vertex every other level.

    One arc out of every vertex, so that the walks never end, and about two thirds as many others; weights 1 to 9.
    Reward: 1 for the weight, else 0.
    """

    n: int
    arcs: Sequence[Sequence[int]]
    rank: int

    paper_name = "WYC"
    max_level = 24

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = 3 + (level + 1) // 2
        return {"n": n, "arcs": 5 * n // 3 - 1, "rank": grow(5, level, percent=50, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int, arcs: int, rank: int) -> Self:
        pairs = [(v, (v + rng.randrange(1, n)) % n) for v in range(n)]
        others = [(v, u) for v in range(n) for u in range(n) if u != v and (v, u) not in pairs]
        pairs += rng.sample(others, arcs - n)
        return cls(n=n, arcs=[(u, v, rng.randint(1, 9)) for u, v in rng.sample(pairs, arcs)], rank=near(rng, rank))

    def statement(self) -> str:
        return (
            f"{directed(self.n, self.arcs, 'weight')}\n"
            "A walk follows one or more arcs, each from where the one before ended. It may start at any vertex, and may use "
            "vertices and arcs again; its weight is the sum of the weights of its arcs, an arc counted each time it is used. The "
            "weights of all walks are put in ascending order, equal weights of different walks each for itself. Give the weight "
            f"at place {self.rank} of this order, where the lightest walk has place 1."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        """The number of walks of each weight by the vertex where they end, until there are enough."""
        table = out_arcs(self.n, self.arcs)
        if not all(table):
            raise ValueError("a vertex has no arc out, so walks may run out")
        ends: list[list[int]] = []  # per weight, 9 of them ahead
        seen = weight = 0
        while seen < self.rank:
            while len(ends) <= weight + 9:
                ends.append([0] * self.n)
            if weight:
                seen += sum(ends[weight])
            for v, ways in enumerate(ends[weight] if weight else [1] * self.n):
                if ways:
                    for head, length in table[v]:
                        ends[weight + length][head] += ways
            weight += 1
        return weight - 1

    def rules(self) -> Mapping[str, int]:
        """The order of the walks with one arc, or one and two; the last weight for a later place."""
        found, walks, weights = {}, [(v, 0) for v in range(self.n)], []
        table = out_arcs(self.n, self.arcs)
        for length in (1, 2):
            walks = [*chain(*[[(head, sofar + weight) for head, weight in table[v]] for v, sofar in walks])]
            weights += [weight for _, weight in walks]
            found[f"at most {length} arcs"] = sorted(weights)[min(self.rank, len(weights)) - 1]
        return found
