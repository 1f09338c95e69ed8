"""Count the cycles of a complete graph without a few edges."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations
from math import comb, factorial
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
    degrees = Counter(chain(*edges))
    part, closed = {vertex: vertex for vertex in degrees}, 0
    for u, v in edges:
        old, new = part[u], part[v]
        closed += old == new
        part = {vertex: new if name == old else name for vertex, name in part.items()}
    paths = len(degrees) - len(edges)
    return None if max(degrees.values(), default=0) > 2 or closed > (paths == 0) else (len(degrees), paths)


def _cycles_with(n: int, covered: int, paths: int) -> int:
    """The cycles of the complete graph that contain given separate paths.

    With `more` of the other vertices there are (paths + more - 1)! circular orders, and two directions for each path; going
    round the other way makes the same cycle.
    """
    if covered and not paths:
        return 1
    others = range(max(0, 3 - covered), n - covered + 1)
    return sum([comb(n - covered, more) * factorial(paths + more - 1) * 2**paths // 2 for more in others])
