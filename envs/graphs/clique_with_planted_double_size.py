"""Find a clique half as large as one that is known to exist."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerSet
from rlve.envs.toolkit.text import rows


class CliqueWithPlantedDoubleSize(ConstraintEnvironment):
    """N vertices that are all joined to each other, among 3N of which some 2N are; one more with each level.

    Of the N vertices outside the planted clique, up to half are blockers, apart from most of it; the others are decoys, and
    mentioned as often as the vertices of the clique. First fit mostly succeeds, since only half of the clique is asked for.
    Reward: (share of chosen pairs that are joined)^50.
    """

    n: int
    apart: Sequence[Sequence[int]]

    paper_name = "ImpParty"
    max_level = 23
    version = 3
    exponent = 50

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level, "blockers": min(level, (3 + level) // 2)}

    @classmethod
    def draw(cls, rng: Random, n: int, blockers: int) -> Self:
        vertices = rng.sample(range(3 * n), 3 * n)
        barred, decoys, clique = vertices[:blockers], vertices[blockers:n], vertices[n:]
        apart, mentions = list(combinations(barred, 2)), dict.fromkeys(clique, 0)

        def part(vertex: int, others: Iterable[int]) -> None:
            for other in others:
                apart.append((vertex, other))
                mentions[other] += 1

        for blocker in barred:
            part(blocker, rng.sample(clique, 2 * n - rng.randint(0, n // 2)))
        to_share, sharers = sum(mentions.values()), 2 * n - len(decoys)
        for decoy in decoys:  # with to_share / sharers mentions each, the vertices of the clique get as many
            count = max(6 - n, (to_share + rng.randrange(sharers)) // sharers)
            part(decoy, sorted(rng.sample(clique, 2 * n), key=mentions.__getitem__)[:count])
        rng.shuffle(apart)
        return cls(n=n, apart=[(min(pair), max(pair)) for pair in apart])

    def statement(self) -> str:
        return (
            f"An undirected graph has the vertices 0 to {3 * self.n - 1}. Every two vertices are joined by an edge, except for "
            f"these pairs, one a line:\n{rows(self.apart)}\n"
            f"There are {2 * self.n} vertices that are all joined to each other. Find {self.n} vertices that are all joined to "
            "each other."
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
        """The first vertices; in larger graphs those mentioned least often, and the first mentioned less than the average."""
        mentions = Counter([v for pair in self.apart for v in pair])
        vertices = range(3 * self.n)
        below = [v for v in vertices if len(vertices) * mentions[v] < mentions.total()]
        orders = [vertices, sorted(vertices, key=mentions.__getitem__), below]
        return [order[: self.n] for order in orders[: 3 if self.n > 5 else 1]]
