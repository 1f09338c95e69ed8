"""Find a pattern graph inside a host graph."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Infeasible, IntegerList, hidden
from rlve.envs.toolkit.graphs import by_degree, neighbour_sets, random_edges
from rlve.envs.toolkit.text import rows


class InducedSubgraphIsomorphism(ConstraintEnvironment):
    """Different vertices of a host graph that are joined exactly as those of a pattern; two more with every three levels.

    35 to 65 percent of the host's pairs are edges; the pattern has all but a few of its vertices, taken at random.
    Reward: (share of the pattern's pairs that are right)^10.
    """

    n: int
    edges: Sequence[Sequence[int]]
    size: int
    pattern: Sequence[Sequence[int]]
    solution: Sequence[int] = hidden()

    paper_name = "SubgraphIsomorphism"
    max_level = 48
    version = 3
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + (2 * level + 1) // 3, "size": 3 + 2 * level // 3}

    @classmethod
    def draw(cls, rng: Random, n: int, size: int) -> Self:
        pairs = n * (n - 1) // 2
        edges = random_edges(rng, n, rng.randint(35 * pairs // 100, 65 * pairs // 100))
        size -= rng.randint(0, n // 8)
        solution, joined = rng.sample(range(n), size), neighbour_sets(n, edges)
        pattern = [(u, v) for u, v in combinations(range(size), 2) if solution[u] in joined[solution[v]]]
        rng.shuffle(pattern)
        return cls(n=n, edges=edges, size=size, pattern=pattern, solution=solution)

    def statement(self) -> str:
        edges = "these edges, one a line" if self.pattern[1:] else "this edge"
        return (
            f"An undirected graph, the host, has the vertices 0 to {self.n - 1} and these edges, one a line:\n"
            f"{rows(self.edges)}\n"
            f"Another one, the pattern, has the vertices 0 to {self.size - 1} and {edges}:\n{rows(self.pattern)}\n"
            "Assign to each vertex of the pattern a vertex of the host, a different one to each, so that any "
            "two vertices of the pattern are joined by an edge exactly when the two vertices assigned to them are. Give the "
            "host vertices assigned to the pattern's vertices in order, that of vertex 0 first."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=self.size, low=0, high=self.n - 1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        if len(set(answer)) < self.size:
            raise Infeasible("two vertices of the pattern have the same host vertex")
        host, pattern = neighbour_sets(self.n, self.edges), neighbour_sets(self.size, self.pattern)
        pairs = list(combinations(range(self.size), 2))
        return sum((u in pattern[v]) == (answer[u] in host[answer[v]]) for u, v in pairs), len(pairs)

    def acceptable(self) -> bool:
        return 0 < len(self.pattern) < self.size * (self.size - 1) // 2

    def guesses(self) -> Iterable[Sequence[int]]:
        busiest = by_degree(self.n, self.edges)
        rank = by_degree(self.size, self.pattern)
        in_rank = [busiest[rank.index(v)] for v in range(self.size)]
        guesses = [range(self.size), range(self.size)[::-1], range(self.n - self.size, self.n), in_rank]
        return guesses[: 4 if self.n > 5 else 1]
