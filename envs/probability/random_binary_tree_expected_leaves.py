"""Find the expected number of leaves, or of other nodes, of a random binary tree."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction as Rational
from math import comb
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Fraction

CHILDREN = ("no child", "exactly one child", "two children")


class RandomBinaryTreeExpectedLeaves(Environment):
    """The expected number of leaves, of nodes with one child or with two, of a binary tree of N nodes drawn by weights.

    A tree is as likely as the product of its nodes' weights, which depend on their children (all 1 in the paper, where a formula
    in N is enough). Three or four nodes and weights up to 4 at first; one node more, or 1 for the largest weight, in turn with
    each level. Reward: exact.
    """

    nodes: int
    weights: Sequence[int]
    children: int

    paper_name = "BinaryTreeLeafNumExpectation"
    max_level = 18

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"nodes": 4 + (level + 1) // 2, "largest": 4 + level // 2}

    @classmethod
    def draw(cls, rng: Random, nodes: int, largest: int) -> Self:
        weights = [rng.randint(1, largest) for _ in CHILDREN]
        return cls(nodes=rng.randint(nodes - 1, nodes), weights=weights, children=rng.randrange(3))

    def statement(self) -> str:
        leaf, one, two = self.weights
        return (
            f"Take all binary trees with exactly {self.nodes} nodes. Nodes have no labels, and a left child is not the same as a "
            f"right child. A node with no child has the weight {leaf}, a node with exactly one child the weight {one}, and a "
            f"node with two children the weight {two}. One of the trees is drawn at random, each with a probability "
            "proportional to the product of the weights of its nodes. "
            f"What is the expected number of its nodes with {CHILDREN[self.children]}?"
        )

    def answer_format(self) -> AnswerFormat:
        return Fraction()

    def solve(self) -> Rational:
        return self._expected(self.weights)

    def _expected(self, weights: Sequence[int | Rational]) -> Rational:
        """By the number k + 1 of leaves: k nodes with two children make one of Catalan's trees, the others prolong its edges,
        each to the left or to the right."""
        leaf, one, two = weights
        total = weighted = 0
        for k in range((self.nodes + 1) // 2):
            chain = self.nodes - 1 - 2 * k
            trees = comb(2 * k, k) // (k + 1) * comb(self.nodes - 1, chain) * leaf ** (k + 1) * (2 * one) ** chain * two**k
            total += trees
            weighted += trees * (k + 1, chain, k)[self.children]
        return Rational(weighted, total)

    def guesses(self) -> Iterable[Rational]:
        return [self._expected((1, 1, 1))]

    def rules(self) -> Mapping[str, Rational]:
        leaf, one, two = self.weights
        return {
            "each kind of node by its weight": Rational(self.nodes * self.weights[self.children], sum(self.weights)),
            "left and right child are the same": self._expected((leaf, Rational(one, 2), two)),
            "a leaf weighs 1": self._expected((1, one, two)),
            "a node with one child weighs 1": self._expected((leaf, 1, two)),
        }
