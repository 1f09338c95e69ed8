"""Add up the greatest common divisors of the weights of all spanning trees."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import gcd
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.graphs import laplacian_minor, undirected_weighted
from rlve.envs.toolkit.trees import random_tree


class SpanningTreeGcdSum(Environment):
    """The sum, over all spanning trees, of the greatest common divisor of their weights; one vertex more with each level.

    A tree of multiples of a hidden base, and about half as many edges more, two thirds of them such multiples too.
    Reward: exact.
    """

    n: int
    edges: Sequence[Sequence[int]]

    paper_name = "SumSpanningTreeGCD"
    max_level = 16

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level, "extra": 1 + (level + 1) // 2, "weight": 12 + 2 * level}

    @classmethod
    def draw(cls, rng: Random, n: int, extra: int, weight: int) -> Self:
        pairs, base = random_tree(rng, n), rng.choice((2, 3, 4, 6))
        others = [pair for pair in combinations(range(n), 2) if pair not in pairs]
        edges = [(*pair, base * rng.randint(1, weight // base)) for pair in pairs]
        for pair in rng.sample(others, extra):
            step = base if rng.randrange(3) else 1
            edges.append((*pair, step * rng.randint(1, weight // step)))
        return cls(n=n, edges=rng.sample(edges, len(edges)))

    def statement(self) -> str:
        return (
            f"{undirected_weighted(self.n, self.edges)}\n"
            f"A spanning tree is a set of {self.n - 1} edges that connect all the vertices. Take for every spanning tree the "
            "greatest common divisor of the weights of its edges. What do these numbers add up to, over all spanning trees?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """A number is the sum of Euler's phi over its divisors: phi(d) for each tree all of whose weights d divides."""
        phi = list(range(1 + max([weight for _, _, weight in self.edges])))
        inside: Counter[tuple[Sequence[int], ...]] = Counter()
        for d in range(1, len(phi)):
            for multiple in range(2 * d, len(phi), d):
                phi[multiple] -= phi[d]
            links = tuple([edge for edge in self.edges if edge[2] % d == 0])
            if len(links) > self.n - 2:
                inside[links] += phi[d]
        return sum([worth * laplacian_minor(links, range(1, self.n)) for links, worth in inside.items()])

    def acceptable(self) -> bool:
        return self.n > 4 or self.reference < 20

    def guesses(self) -> Iterable[int]:
        """As if there were nothing but the divisor of all weights."""
        return [self.rules()["trees times the divisor of all"]] if self.n > 4 else []

    def rules(self) -> Mapping[str, int]:
        trees, weights = laplacian_minor(self.edges, range(1, self.n)), [weight for _, _, weight in self.edges]
        return {
            "spanning trees": trees,
            "trees times the divisor of all": trees * gcd(*weights),
            "trees times the least weight": trees * min(weights),
            "edges times the divisor of all": len(weights) * gcd(*weights),
        }
