"""Colour a graph with as many colours as possible, each two of which meet at an edge."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment, hidden
from rlve.envs.toolkit.graphs import by_degree, first_fit_colouring, neighbour_sets, undirected


class AchromaticNumberColoring(OptimizationEnvironment):
    """A complete colouring with the most colours; one vertex more with each level.

    Planted are K colours with an edge for each two of them, and fewer than K edges more: too few for K + 1 colours, so that K
    is the most. K is the largest with K(K-1)/2 < N. Reward: (colours / most)^8; 0 where a condition is broken.
    """

    n: int
    edges: Sequence[Sequence[int]]
    solution: Sequence[int] = hidden()

    paper_name = "MaximumAchromaticNumber"
    goal = "maximum"
    exponent = 8

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n, colours = 5 + level, 3
        while colours * (colours + 1) // 2 < n:
            colours += 1
        return {"n": n, "colours": colours}

    @classmethod
    def draw(cls, rng: Random, n: int, colours: int) -> Self:
        solution = [*range(colours), *[rng.randrange(colours) for _ in range(n - colours)]]
        rng.shuffle(solution)
        members = [
            rng.sample([v for v in range(n) if solution[v] == colour], solution.count(colour)) for colour in range(colours)
        ]
        pairs = list(combinations(range(colours), 2))
        edges = {}
        for a, b in [*rng.sample(pairs, len(pairs)), *rng.choices(pairs, k=rng.randrange(colours))]:
            u, v = members[a][0], members[b][0]
            edges[min(u, v), max(u, v)] = None
            for group in (members[a], members[b]):
                group.append(group.pop(0))
        return cls(n=n, edges=rng.sample(list(edges), len(edges)), solution=solution)

    def statement(self) -> str:
        return (
            f"{undirected(self.n, self.edges)}\n"
            "Colour the vertices with the colours 0, 1, 2 and so on, so that the two vertices of every edge differ in colour "
            "and for any two colours that you use, some edge joins a vertex of the one to a vertex of the other. Use as many "
            "colours as possible. Give the colours of the vertices in order, that of vertex 0 first."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=self.n, low=0, high=self.n - 1)

    def objective(self, answer: Sequence[int], /) -> int:
        met = {frozenset((answer[u], answer[v])) for u, v in self.edges}
        colours = len(set(answer))
        proper = all(len(pair) == 2 for pair in met)
        return colours if proper and len(met) == colours * (colours - 1) // 2 else 0

    def guesses(self) -> Iterable[Sequence[int]]:
        return self.rules().values() if self.n > 6 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """To each vertex the first colour that no neighbour has yet."""
        busiest, joined = by_degree(self.n, self.edges), neighbour_sets(self.n, self.edges)
        orders = {"in order": range(self.n), "backwards": range(self.n)[::-1], "busiest first": busiest, "last": busiest[::-1]}
        return {f"first fit, {name}": first_fit_colouring(joined, order) for name, order in orders.items()}
