"""Colour a graph with few colours, each two of which meet at one edge at most."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment, hidden
from rlve.envs.toolkit.graphs import by_degree, neighbour_sets, undirected


class HarmoniousColoring(OptimizationEnvironment):
    """A harmonious colouring with the fewest colours; one vertex more with each level.

    Planted are K colours and nearly K(K-1)/2 edges, each between two other colours: too many edges for K - 1 colours, so that K
    is the least number. From eight vertices on, first fit with the busiest vertices first fails.
    Reward: (least number / number of colours)^8.
    """

    n: int
    edges: Sequence[Sequence[int]]
    solution: Sequence[int] = hidden()

    paper_name = "MinimumHarmoniousChromaticNumber"
    goal = "minimum"
    exponent = 8

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n, colours = 5 + level, 4
        while colours * (colours - 1) // 2 < n:
            colours += 1
        return {"n": n, "colours": colours}

    @classmethod
    def draw(cls, rng: Random, n: int, colours: int) -> Self:
        colours -= rng.randrange(2) if n < 8 else 0
        solution = [*range(colours), *[rng.randrange(colours) for _ in range(n - colours)]]
        rng.shuffle(solution)
        pairs = list(combinations(range(colours), 2))
        members = [[v for v in range(n) if solution[v] == colour] for colour in range(colours)]
        count = rng.randint(len(pairs) - (colours - 1) // 2, len(pairs))
        edges = [(rng.choice(members[a]), rng.choice(members[b])) for a, b in rng.sample(pairs, count)]
        return cls(n=n, edges=[(min(edge), max(edge)) for edge in edges], solution=solution)

    def statement(self) -> str:
        return (
            f"{undirected(self.n, self.edges)}\n"
            "Colour the vertices with the colours 0, 1, 2 and so on. The two vertices of every edge must have different colours, "
            "and no two edges may have the same two colours at their ends (in either order). Use as few different colours as "
            "possible. Give the colours of the vertices in order, that of vertex 0 first."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=self.n, low=0, high=self.n - 1)

    def objective(self, answer: Sequence[int], /) -> int:
        met = Counter([frozenset((answer[u], answer[v])) for u, v in self.edges])
        for pair, times in met.items():
            if len(pair) == 1:
                raise Infeasible("an edge joins two vertices of the same colour")
            if times > 1:
                raise Infeasible(f"{times} edges have the colours {min(pair)} and {max(pair)}")
        return len(set(answer))

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._first_fit(by_degree(self.n, self.edges))] if self.n > 7 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """To each vertex the first colour that clashes with none before."""
        busiest = by_degree(self.n, self.edges)
        orders = {"in order": range(self.n), "busiest first": busiest, "busiest last": busiest[::-1]}
        return {f"first fit, {name}": self._first_fit(order) for name, order in orders.items()}

    def _first_fit(self, order: Iterable[int]) -> list[int]:
        colours, joined = [-1] * self.n, neighbour_sets(self.n, self.edges)
        met: list[set[int]] = [{colour} for colour in range(self.n)]
        for v in order:
            beside = [colours[u] for u in joined[v] if colours[u] >= 0]
            if len({*beside}) < len(beside):  # neighbours with the same colour: none is left for v
                return list(range(self.n))
            colours[v] = next(colour for colour in range(self.n) if met[colour].isdisjoint(beside))
            for other in beside:
                met[colours[v]].add(other)
                met[other].add(colours[v])
        return colours
