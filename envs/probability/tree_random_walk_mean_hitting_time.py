"""Find the mean number of steps of a random walk on a tree from one random vertex to another."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction as Rational
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Fraction
from rlve.envs.toolkit.sizes import near
from rlve.envs.toolkit.trees import from_root, neighbours, random_tree, tree_text


class TreeRandomWalkMeanHittingTime(Environment):
    """The expected number of steps of a random walk on a tree between two vertices drawn at random.

    Five or six vertices at first, and one more with each level; from seven on no tree is a star or a path. Reward: exact.
    """

    edges: Sequence[tuple[int, int]]

    paper_name = "TreeRandomWalkExpectation"
    max_level = 40

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 6 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        n = near(rng, n)
        return cls(edges=random_tree(rng, n, reach=rng.randint(2, n)))

    def statement(self) -> str:
        return (
            f"{tree_text(len(self.edges) + 1, self.edges)}\n"
            "A start S and a target T are chosen independently and uniformly at random from all vertices; they may be equal. "
            "A walk starts in S and in each step moves along an edge to a neighbour chosen uniformly at random, until it is in T "
            "for the first time (0 steps if S = T). What is the expected number of its steps?"
        )

    def answer_format(self) -> AnswerFormat:
        return Fraction()

    def solve(self) -> Rational:
        """There and back over an edge takes 2 (n - 1) steps; it lies between s (n - s) pairs, s the vertices on one side."""
        n = len(self.edges) + 1
        order, parent = from_root(neighbours(n, self.edges), 0)
        size = [1] * n
        for vertex in order[:0:-1]:
            size[parent[vertex]] += size[vertex]
        return _mean(n, sum([s * (n - s) for s in size]))

    def guesses(self) -> Iterable[Rational]:
        n = len(self.edges) + 1
        return [_mean(n, (n - 1) ** 2), _mean(n, (n**3 - n) // 6)] if n > 6 else []

    def rules(self) -> Mapping[str, Rational]:
        n = len(self.edges) + 1
        star, path = (n - 1) ** 2, (n**3 - n) // 6
        return {
            "halfway between star and path": _mean(n, (star + path) // 2),
            "a path less one": _mean(n, path - (n - 3)),
            "a path but for a fork": _mean(n, path - 2 * (n - 3)),
        }


def _mean(n: int, distances: int) -> Rational:
    """The mean over all n^2 ordered pairs, given the sum of the distances of all unordered ones."""
    return Rational(2 * (n - 1) * distances, n * n)
