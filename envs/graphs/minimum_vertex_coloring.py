"""Colour a graph with as few colours as possible."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.graphs import by_degree, first_fit_colouring, neighbour_sets, undirected


class MinimumVertexColoring(OptimizationEnvironment):
    """A proper colouring with the fewest colours; one vertex more with each level.

    The vertices fall into three parts, later up to six, with edges between different parts only. From eight vertices on, two
    busy vertices of different parts are not joined: first fit with the busiest first needs a colour too many.
    Reward: (fewest colours / colours)^8.
    """

    n: int
    edges: Sequence[Sequence[int]]

    paper_name = "MinimumChromaticNumber"
    max_level = 18
    goal = "minimum"
    exponent = 8

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 5 + level, "parts": 3 + level // 6}

    @classmethod
    def draw(cls, rng: Random, n: int, parts: int) -> Self:
        order = rng.sample(range(n), n)
        parts += rng.randrange(2) if n < 8 else 0
        pairs = [(order[u], order[v]) for u, v in combinations(range(n), 2) if (v - u) % parts]
        if n < 8:
            edges = rng.sample(pairs, min(len(pairs), n + 1))
        else:  # two vertices of different parts with all their edges but the one between them, and a clique of the others
            busy, clique = {*order[:2]}, {*order[2 : parts + 2]}
            share = min(0.5, n / 12 - 0.5)
            edges = [p for p in pairs[1:] if not busy.isdisjoint(p) or clique.issuperset(p) or rng.random() < share]
            rng.shuffle(edges)
        return cls(n=n, edges=[(min(edge), max(edge)) for edge in edges])

    def statement(self) -> str:
        return (
            f"{undirected(self.n, self.edges)}\n"
            "Colour the vertices with the colours 0, 1, 2 and so on, so that the two vertices of every edge have different "
            "colours. Use as few different colours as possible. Give the colours of the vertices in order, that of vertex 0 "
            "first."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=self.n, low=0, high=self.n - 1)

    def solve(self) -> list[int]:
        """Brelaz's search: next is the vertex with the most colours beside it; better colourings only."""
        joined, busiest = neighbour_sets(self.n, self.edges), by_degree(self.n, self.edges)
        best: Sequence[int] = range(self.n)
        fewest = self.n
        stack: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = [(0, (-1,) * self.n, (0,) * self.n)]
        while stack:
            used, colours, beside = stack.pop()
            if used >= fewest:
                continue
            left = [v for v in busiest if colours[v] < 0]
            if not left:
                best, fewest = colours, used
                continue
            v = max(left, key=lambda v: beside[v].bit_count())
            for colour in range(min(used, fewest - 2), -1, -1):
                if not beside[v] >> colour & 1:
                    after = list(beside)
                    for u in joined[v]:
                        after[u] |= 1 << colour
                    coloured = (*colours[:v], colour, *colours[v + 1 :])
                    stack.append((max(used, colour + 1), coloured, tuple(after)))
        return list(best)

    def objective(self, answer: Sequence[int], /) -> int:
        for u, v in self.edges:
            if answer[u] == answer[v]:
                raise Infeasible(f"{u} and {v} have the same colour and are joined by an edge")
        return len(set(answer))

    def guesses(self) -> Iterable[Sequence[int]]:
        return [first_fit_colouring(neighbour_sets(self.n, self.edges), by_degree(self.n, self.edges))] if self.n > 7 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        """To each vertex the first colour that none beside it has."""
        busiest, joined = by_degree(self.n, self.edges), neighbour_sets(self.n, self.edges)
        orders = {"in order": range(self.n), "in reverse": range(self.n)[::-1], "busiest first": busiest}
        return {f"first fit, {name}": first_fit_colouring(joined, order) for name, order in orders.items()}
