"""Find a path through all vertices of a directed graph."""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Permutation, hidden
from rlve.envs.toolkit.graphs import directed


class DirectedHamiltonianPath(ConstraintEnvironment):
    """An order of N vertices, each with an arc to the next; one vertex more with each level.

    The arcs of a planted path, and others that leave (and enter) different vertices as long as there are such: from seven
    vertices on nearly all of them have about two arcs out and two in, the ends of the path too.
    Reward: (share of neighbours in the order with an arc)^5.
    """

    n: int
    arcs: Sequence[Sequence[int]]
    solution: Sequence[int] = hidden()

    paper_name = "HamiltonianPathExistence"
    max_level = 46

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = 4 + level
        return {"n": n, "arcs": min(5 + 2 * level + max(0, level - 2), 9 * n // 4)}

    @classmethod
    def draw(cls, rng: Random, n: int, arcs: int) -> Self:
        solution = rng.sample(range(n), n)
        chosen = list(itertools.pairwise(solution))
        taken = set(chosen)
        others = [pair for _ in range(3) for pair in zip(rng.sample(range(n), n), rng.sample(range(n), n), strict=True)]
        for tail, head in others:
            if len(chosen) < arcs and tail != head and (tail, head) not in taken:
                chosen.append((tail, head))
                taken.add((tail, head))
        rng.shuffle(chosen)
        return cls(n=n, arcs=chosen, solution=solution)

    def statement(self) -> str:
        return (
            f"{directed(self.n, self.arcs)}\n"
            "Put all the vertices in an order in which every vertex but the last has an arc to the next one. Give the vertices "
            "in this order."
        )

    def answer_format(self) -> AnswerFormat:
        return Permutation(self.n)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        arcs = set(self.arcs)
        return sum(step in arcs for step in itertools.pairwise(answer)), self.n - 1

    def guesses(self) -> Iterable[Sequence[int]]:
        return [range(self.n), range(self.n)[::-1]]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Walks from the vertex with the fewest arcs in: always on to the head with the fewest arcs out, or the first arc."""
        start = min(range(self.n), key=lambda v: sum(head == v for _, head in self.arcs))
        found = {}
        for name, picky in (("fewest ways on", True), ("first arc", False)):
            walk = [start]
            while len(walk) < self.n:
                heads = [head for tail, head in self.arcs if tail == walk[-1] and head not in walk]
                ways = [sum(tail == head and other not in walk for tail, other in self.arcs) for head in heads]
                left = [v for v in range(self.n) if v not in walk]
                walk.append((heads[ways.index(min(ways))] if picky else heads[0]) if heads else left[0])
            found[f"{name}, from the vertex with the fewest arcs in"] = walk
        return found
