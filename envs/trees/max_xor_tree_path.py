"""Find the path of a tree with the largest xor of its weights."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.bitwise import XOR
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.trees import from_root, lengths, neighbours, random_tree, weighted_tree_text


class MaxXorTreePath(OptimizationEnvironment):
    """The two ends of a path with the largest xor of its edge weights; a tenth more vertices, and one, with each level.

    The weights have three bits at first, seven at level 3 and one more with every other level from there on. From nine vertices
    on a best path is longer than an edge and does not end at vertex 0. Reward: (xor / largest xor)^10.
    """

    edges: Sequence[Sequence[int]]

    paper_name = "MaxTreeXorPath"
    max_level = 26
    goal = "maximum"
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((4, 5, 7, 9), level, percent=10, plus=1), "bits": 3 + level if level < 3 else 7 + (level - 3) // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, bits: int) -> Self:
        edges = random_tree(rng, n, reach=rng.randint(2, 4))
        return cls(edges=[(u, v, rng.randint(1, 2**bits - 1)) for u, v in edges])

    def statement(self) -> str:
        return (
            f"{weighted_tree_text(len(self.edges) + 1, self.edges)}\n"
            f"{XOR} Find a path on which the xor of the weights of all edges is as large as possible. A single vertex is a path "
            "too, its xor is 0. Give the two ends of the path, in either order."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(2, low=0, high=len(self.edges), pairs=True)

    def solve(self) -> list[int]:
        """The xor of a path is that of its ends' numbers in `_from_zero`: find the best pair of those bit by bit."""
        numbers = self._from_zero
        best = 0
        for bit in range(max(numbers).bit_length())[::-1]:
            heads = {number >> bit for number in numbers}
            wanted = 2 * best + 1
            best = wanted if not heads.isdisjoint([head ^ wanted for head in heads]) else 2 * best
        holder = {number: vertex for vertex, number in enumerate(numbers)}
        return next([vertex, holder[number ^ best]] for vertex, number in enumerate(numbers) if number ^ best in holder)

    @cached_property
    def _from_zero(self) -> list[int]:
        """For each vertex the xor of the path from vertex 0."""
        weight = lengths(self.edges)
        order, parent = from_root(neighbours(len(self.edges) + 1, self.edges), 0)
        numbers = [0] * len(order)
        for vertex in order[1:]:
            numbers[vertex] = numbers[parent[vertex]] ^ weight[parent[vertex], vertex]
        return numbers

    def objective(self, answer: Sequence[int], /) -> int:
        first, second = answer
        return self._from_zero[first] ^ self._from_zero[second]

    def acceptable(self) -> bool:
        """No edge is a best path by itself, and no best path ends at vertex 0."""
        return len(self.edges) < 8 or self.optimum not in (max(self._from_zero), *[weight for _, _, weight in self.edges])

    def rules(self) -> Mapping[str, Sequence[int]]:
        numbers = self._from_zero
        farthest = max(range(len(numbers)), key=numbers.__getitem__)
        return {
            "the heaviest edge": max(self.edges, key=lambda edge: edge[2])[:2],
            "the best path from 0": [0, farthest],
            "the best path from there": [farthest, max(range(len(numbers)), key=lambda v: numbers[v] ^ numbers[farthest])],
        }
