"""Count the cycles of a complete graph without a few edges."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.sizes import near, rungs
from rlve.envs.toolkit.text import rows


class CompleteGraphMinusEdgeCycleCounting(Environment):
    """How many cycles a graph has in which some pairs of N vertices have no edge.

    Five vertices and two to four such pairs at first; seven vertices at level 4, a tenth more, and one, with each level from
    there on, and four to six pairs. Reward: exact.
    """

    n: int
    missing: Sequence[Sequence[int]]

    paper_name = "AlmostCompleteGraphCycleCounting"
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((5, 6, 6, 7, 7), level, percent=10, plus=1), "missing": min(6, 4 + level // 2)}

    @classmethod
    def draw(cls, rng: Random, n: int, missing: int) -> Self:
        n, missing = n if n < 8 else near(rng, n), rng.randint(missing - 2, missing)
        vertices = sorted(rng.sample(range(n), min(n, missing + 2)))  # few, so that pairs share some
        return cls(n=n, missing=sorted(rng.sample(list(combinations(vertices, 2)), missing)))

    def statement(self) -> str:
        return (
            f"An undirected graph has the vertices 0 to {self.n - 1}. Every two of them are joined by an edge, except for these "
            f"pairs, one a line:\n{rows(self.missing)}\n"
            "A cycle goes along edges through three or more different vertices and back to the first. "
            "Cycles with the same edges are the same. "
            f"Give the number of different cycles of the graph modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """Inclusion and exclusion over the missing edges that a cycle of the complete graph has.

        What matters of a set of them is how many vertices it covers with how many separate paths.
        """
        shapes: Counter[tuple[int, int]] = Counter()
        for size in range(len(self.missing) + 1):
            for edges in combinations(self.missing, size):
                shape = _paths(edges)
                if shape is not None:
                    shapes[shape] += (-1) ** size
        return sum([times * _cycles_with(self.n, *shape) for shape, times in shapes.items()]) % MODULUS

    def guesses(self) -> Iterable[int]:
        return [_cycles_with(self.n, 0, 0) % MODULUS]

    def rules(self) -> Mapping[str, int]:
        every, one = _cycles_with(self.n, 0, 0), _cycles_with(self.n, 2, 1)
        return {
            "as if no cycle had two of the missing edges": (every - len(self.missing) * one) % MODULUS,
            "a single missing edge": (every - one) % MODULUS,
        }


def _paths(edges: Sequence[Sequence[int]]) -> tuple[int, int] | None:
    """How many vertices edges cover with how many separate paths; 0 paths are one cycle; None where no cycle has them all."""
    other_end: dict[int, int | None] = {}  # of the path with this end; None inside a path
    paths = 0
    for u, v in edges:
        start, end = other_end.get(u, u), other_end.get(v, v)
        if start is None or end is None:
            return None
        if start == v:
            return (len(edges), 0) if len(edges) == len(other_end) and paths == 1 else None
        paths += 1 - (u in other_end) - (v in other_end)
        other_end[u] = other_end[v] = None
        other_end[start], other_end[end] = end, start
    return len(other_end), paths


def _cycles_with(n: int, covered: int, paths: int) -> int:
    """The cycles of the complete graph that contain given separate paths, modulo the modulus.

    With `more` of the other vertices there are (paths + more - 1)! circular orders, and two directions for each path; going
    round the other way makes the same cycle.
    """
    others = n - covered
    if paths == 0 and covered:
        return 1
    if paths == 0:
        total, chains = 0, 1  # chains: how many ordered choices, of any length, there are from m - 3 vertices
        for m in range(3, n + 1):
            total = (total + (m - 1) * (m - 2) // 2 * chains) % MODULUS
            chains = (1 + (m - 2) * chains) % MODULUS
        return total
    total, choices = 0, 2 ** (paths - 1)
    for k in range(1, paths):
        choices *= k
    for more in range(others + 1):
        total += choices
        choices = choices * (others - more) * (paths + more) // (more + 1)
    return (total - (covered == 2)) % MODULUS
