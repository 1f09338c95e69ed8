"""Count the walks of a given length that never turn back."""

import itertools
from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.graphs import undirected
from rlve.envs.toolkit.modulus import MODULUS


class NonBacktrackingWalkCount(Environment):
    """How many walks of T steps from vertex 0 to vertex N-1 never go straight back; more edges and steps with each level.

    A connected simple graph with three edges for two vertices. Reward: exact.
    """

    n: int
    edges: Sequence[Sequence[int]]
    steps: int

    paper_name = "Path_NoGoingBack_Counting"
    max_level = 34
    version = 2

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"edges": grow(7, level, percent=10, plus=1), "steps": 3 + 3 * level // 2}

    @classmethod
    def draw(cls, rng: Random, edges: int, steps: int) -> Self:
        edges -= rng.randrange(2)
        n = 2 * edges // 3 + 1
        order = rng.sample(range(n), n)
        path = [(min(u, v), max(u, v)) for u, v in itertools.pairwise(order)]
        taken = set(path)
        others = [(u, v) for u in range(n) for v in range(u + 1, n) if (u, v) not in taken]
        chosen = path + rng.sample(others, edges - n + 1)
        rng.shuffle(chosen)
        return cls(n=n, edges=chosen, steps=steps)

    def statement(self) -> str:
        return (
            f"{undirected(self.n, self.edges)}\n"
            f"Count the walks of exactly {self.steps} steps from vertex 0 to vertex {self.n - 1} that never turn straight "
            "back: each step goes along an edge, vertices and edges may repeat, but after a step from u to v the next step "
            f"must not go from v to u. Give the number of such walks modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """Count the walks by their last step (u, v): all that reach u, less those that came to u from v."""
        arcs = [(u, v) for a, b in self.edges for u, v in ((a, b), (b, a))]
        ways = [int(u == 0) for u, _ in arcs]
        for _ in range(self.steps - 1):
            reach = [0] * self.n
            for (_, v), count in zip(arcs, ways, strict=True):
                reach[v] += count
            # arcs come in pairs of opposite ones, so i ^ 1 is the way back
            ways = [(reach[u] - ways[i ^ 1]) % MODULUS for i, (u, _) in enumerate(arcs)]
        return sum([count for (_, v), count in zip(arcs, ways, strict=True) if v == self.n - 1]) % MODULUS

    def guesses(self) -> Iterable[int]:
        return [0, 1, 2] if self.steps > 6 else [0]
