"""Find a clique half as large as one that is known to exist."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerSet
from rlve.envs.toolkit.sizes import near
from rlve.envs.toolkit.text import rows


class CliqueWithPlantedDoubleSize(ConstraintEnvironment):
    """N vertices that are all joined to each other, among 3N of which some 2N are; one more with each level.

    Of the N vertices outside the planted clique, two thirds are blockers, apart from nearly all of it (vertices 0 and 3N-1
    are two of them), and one third are decoys, which are mentioned less than most of its vertices but apart from each other.
    Reward: (share of chosen pairs that are joined)^50.
    """

    n: int
    apart: Sequence[Sequence[int]]

    paper_name = "ImpParty"
    max_level = 18
    exponent = 50

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 5 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        n = near(rng, n)
        vertices = [0, 3 * n - 1, *rng.sample(range(1, 3 * n - 1), 3 * n - 2)]
        count = n - max(2, n // 3)
        blockers, decoys, clique = vertices[:count], vertices[count:n], vertices[n:]
        apart = [*combinations(blockers, 2), *combinations(decoys, 2)]
        for blocker in blockers:
            apart += [(blocker, v) for v in rng.sample(clique, 2 * n - rng.randint(0, n // 4))]
        for decoy in decoys:
            apart += [(decoy, v) for v in rng.sample(clique, len(blockers) - len(decoys))]
        rng.shuffle(apart)
        return cls(n=n, apart=[(min(pair), max(pair)) for pair in apart])

    def statement(self) -> str:
        return (
            f"An undirected graph has the vertices 0 to {3 * self.n - 1}. Every two vertices are joined by an edge, except for "
            f"these pairs, one a line:\n{rows(self.apart)}\n"
            f"Some {2 * self.n} of the vertices are all joined to each other. Find a set of {self.n} vertices that are all "
            "joined to each other."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(self.n, low=0, high=3 * self.n - 1)

    def solve(self) -> list[int]:
        """Strike out both vertices of a pair that is apart until there is none: one of them at least is among the N outside
        the planted clique, so at least N of its 2N stay.
        """
        struck: set[int] = set()
        for u, v in self.apart:
            if u not in struck and v not in struck:
                struck |= {u, v}
        return [v for v in range(3 * self.n) if v not in struck][: self.n]

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        chosen, pairs = set(answer), self.n * (self.n - 1) // 2
        return pairs - sum(u in chosen and v in chosen for u, v in self.apart), pairs

    def guesses(self) -> Iterable[Sequence[int]]:
        return [range(self.n), range(2 * self.n, 3 * self.n), self._least_mentioned()]

    def _least_mentioned(self) -> list[int]:
        mentions = [v for pair in self.apart for v in pair]
        return sorted(range(3 * self.n), key=mentions.count)[: self.n]
