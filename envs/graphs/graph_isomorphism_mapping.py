"""Map one graph onto another that is the same but for the names of its vertices."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Permutation, hidden
from rlve.envs.toolkit.graphs import by_degree, random_edges
from rlve.envs.toolkit.text import rows


class GraphIsomorphismMapping(ConstraintEnvironment):
    """A bijection between the vertices of two graphs that carries edges onto edges; one vertex more with each level.

    Up to six vertices, about half of all pairs are edges; from seven on every vertex has about three edges (or four, in half
    of the problems), so that degrees tell little. Reward: (share of edges that become edges)^10.
    """

    n: int
    first: Sequence[Sequence[int]]
    second: Sequence[Sequence[int]]
    solution: Sequence[int] = hidden()

    paper_name = "GraphIsomorphism"
    max_level = 40
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if n < 7:
            pairs = n * (n - 1) // 2
            first = random_edges(rng, n, rng.randint(pairs // 2, 2 * pairs // 3))
        else:
            cycle, other = rng.sample(range(n), n), rng.sample(range(n), n)
            more = list(zip(other[::2], other[1::2], strict=False)) if rng.random() < 0.5 else _around(other)
            chosen = dict.fromkeys([(min(pair), max(pair)) for pair in [*_around(cycle), *more]])
            first = rng.sample(list(chosen), len(chosen))
        solution = rng.sample(range(n), n)
        second = [(solution[u], solution[v]) for u, v in rng.sample(first, len(first))]
        return cls(n=n, first=first, second=[(min(pair), max(pair)) for pair in second], solution=solution)

    def statement(self) -> str:
        return (
            f"Each of two undirected graphs has the vertices 0 to {self.n - 1}. The first has these edges, one a line:\n"
            f"{rows(self.first)}\nThe second has these edges, one a line:\n{rows(self.second)}\n"
            "Assign to each vertex of the first graph a vertex of the second, a different one to each, so that any two vertices "
            "of the first are joined by an edge exactly when the two vertices assigned to them are joined by an edge of the "
            "second. Give the vertices assigned to the vertices of the first graph in order, that of vertex 0 first."
        )

    def answer_format(self) -> AnswerFormat:
        return Permutation(self.n)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        """Both graphs have equally many edges: when all become edges, no other pair does."""
        edges = set(self.second)
        return sum((min(a, b), max(a, b)) in edges for a, b in [(answer[u], answer[v]) for u, v in self.first]), len(edges)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [range(self.n), range(self.n)[::-1]]

    def rules(self) -> Mapping[str, Sequence[int]]:
        ranks, images = by_degree(self.n, self.first), by_degree(self.n, self.second)
        mentioned = [list(dict.fromkeys([v for edge in edges for v in edge])) for edges in (self.first, self.second)]
        found = {"by degree": dict(zip(ranks, images, strict=True)), "by first mention": dict(zip(*mentioned, strict=True))}
        return {name: [image[v] for v in range(self.n)] for name, image in found.items() if len(image) == self.n}


def _around(cycle: Sequence[int]) -> list[tuple[int, int]]:
    return list(zip(cycle, [*cycle[1:], cycle[0]], strict=True))
