"""Find the expected number of steps that colour a tree, a path to the root at a time."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction as Rational
from math import lcm
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Fraction
from rlve.envs.toolkit.trees import depths, from_root, neighbours, random_tree, tree_text


class RootPathColoringExpectedSteps(Environment):
    """The expected number of steps until a tree is coloured, where a step colours the path from a random vertex to the root.

    The root is vertex 0. Five vertices at first, and one more with each level. From six on no tree is a star or a path that
    starts at its root. Reward: exact.
    """

    edges: Sequence[tuple[int, int]]

    paper_name = "TreeElimination_Expectation"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 5 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(edges=random_tree(rng, n, reach=rng.randint(2, n)))

    def statement(self) -> str:
        return (
            f"{tree_text(len(self.edges) + 1, self.edges)}\n"
            "Its root is vertex 0, and no vertex is coloured yet. In each step a vertex is chosen uniformly at random among "
            "those that are not coloured, and all vertices on the path from it to the root, both ends included, are coloured. "
            "What is the expected number of steps until all vertices are coloured?"
        )

    def answer_format(self) -> AnswerFormat:
        return Fraction()

    def solve(self) -> Rational:
        """A vertex is chosen when it comes before the others of its subtree in a random order: sum up 1 / size."""
        order, parent = from_root(neighbours(len(self.edges) + 1, self.edges), 0)
        size = [1] * len(order)
        for vertex in order[:0:-1]:
            size[parent[vertex]] += size[vertex]
        return _sum_of_inverses(size)

    def guesses(self) -> Iterable[Rational | int]:
        n = len(self.edges) + 1
        return [_sum_of_inverses(range(1, n + 1)), n - 1 + Rational(1, n)] if n > 5 else []

    def rules(self) -> Mapping[str, Rational | int]:
        table = neighbours(len(self.edges) + 1, self.edges)
        leaves = sum([len(some) == 1 for some in table[1:]])
        return {
            "each vertex by its depth": _sum_of_inverses([depth + 1 for depth in depths(table, 0)]),
            "each vertex by its degree": _sum_of_inverses(map(len, table)),
            "the leaves": leaves,
            "the leaves, half of the others": leaves + Rational(len(table) - leaves, 2),
        }


def _sum_of_inverses(sizes: Iterable[int]) -> Rational:
    sizes = list(sizes)
    common = lcm(*sizes)
    return Rational(sum([common // size for size in sizes]), common)
