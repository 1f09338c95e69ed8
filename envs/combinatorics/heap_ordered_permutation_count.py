"""Count the permutations that are in order along a binary tree."""

from collections.abc import Iterable, Mapping, Sequence
from math import factorial, prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.sizes import near


class HeapOrderedPermutationCount(Environment):
    """How many permutations have, at each position, a larger entry than at its parent in a binary tree.

    The tree, of any shape, has five or six positions at first, one more with each level. Reward: exact.
    """

    parents: Sequence[int]

    paper_name = "HeapCounting"
    max_level = 14  # 20 positions: at most 12 digits

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 6 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        free, parents = [0, 0], []
        for position in range(1, near(rng, n)):
            parents.append(free.pop(rng.randrange(len(free))))
            free += [position, position]
        return cls(parents=parents)

    def acceptable(self) -> bool:
        return len(self.parents) > 5 or self.reference < 20

    def statement(self) -> str:
        last = len(self.parents)
        return (
            f"The positions 0 to {last} form a tree with the root 0. Here are the parents of the positions 1 to {last}, in this "
            f"order:\n{' '.join(map(str, self.parents))}\n"
            f"Count the permutations P of the integers 1 to {last + 1}, with P[i] at position i, in which the integer at each "
            "position except 0 is larger than the integer at its parent."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """The least of the integers below and at a position has to stand there: one case in as many as there are."""
        sizes = self._sizes
        return factorial(len(sizes)) // prod(sizes)

    @property
    def _sizes(self) -> list[int]:
        """How many positions each subtree has."""
        sizes = [1] * (len(self.parents) + 1)
        for position in range(len(self.parents), 0, -1):
            sizes[self.parents[position - 1]] += sizes[position]
        return sizes

    def guesses(self) -> Iterable[int]:
        return [1] if len(self.parents) > 6 else []

    def rules(self) -> Mapping[str, int]:
        depths = [0]
        for parent in self.parents:
            depths.append(depths[parent] + 1)
        ends = {*range(len(depths))} - {*self.parents}
        return {
            "depth after depth": prod([factorial(depths.count(depth)) for depth in set(depths)]),
            "orders of the ends": factorial(len(ends)),
            "two ways at each fork": 2 ** sum([self.parents.count(position) > 1 for position in range(len(depths))]),
        }
