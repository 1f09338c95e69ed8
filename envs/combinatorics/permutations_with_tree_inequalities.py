"""Count the permutations that meet inequalities along the edges of a tree."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import comb, factorial, prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.sizes import near
from rlve.envs.toolkit.trees import from_root, neighbours, random_tree


class PermutationsWithTreeInequalities(Environment):
    """How many permutations P of N integers meet N - 1 inequalities P[u] < P[v] whose pairs u, v form a tree.

    N is 4 at first and grows by one with each level; the inequalities hold in a hidden permutation. Reward: exact.
    """

    inequalities: Sequence[tuple[int, int]]

    paper_name = "TreeTopologicalSequenceCounting"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        n = near(rng, n)
        hidden = rng.sample(range(n), n)
        return cls(inequalities=[(u, v) if hidden[u] < hidden[v] else (v, u) for u, v in random_tree(rng, n)])

    def statement(self) -> str:
        n = len(self.inequalities) + 1
        lines = "\n".join([f"P[{u}] < P[{v}]" for u, v in self.inequalities])
        return (
            f"Take the permutations P of the integers 1 to {n}, with P[i] at position i, for the positions 0 to {n - 1}. How "
            f"many of them meet all these inequalities?\n{lines}\nGive the number of such permutations modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """From the leaves up, by the rank of each position in its own subtree; subtrees are merged one after the other."""
        n, below = len(self.inequalities) + 1, set(self.inequalities)
        order, parent = from_root(neighbours(n, self.inequalities), 0)
        ways = [[1] for _ in range(n)]
        for child in order[:0:-1]:
            vertex = parent[child]
            mine, less = ways[vertex], [0, *accumulate(ways[child])]
            # for each number of entries of the child's subtree that are less than the one at the vertex
            theirs = less if (child, vertex) in below else [less[-1] - count for count in less]
            size, more = len(mine), len(theirs) - 1
            merged = [0] * (size + more)
            for rank, count in enumerate(mine):
                for passed, other in enumerate(theirs):
                    new = rank + passed
                    merged[new] += count * other * comb(new, rank) * comb(size + more - 1 - new, more - passed)
            ways[vertex] = [count % MODULUS for count in merged]
        return sum(ways[0]) % MODULUS

    def rules(self) -> Mapping[str, int]:
        n = len(self.inequalities) + 1
        order, parent = from_root(neighbours(n, self.inequalities), 0)
        sizes, larger = [1] * n, [0] * n
        for child in order[:0:-1]:
            sizes[parent[child]] += sizes[child]
        for _, v in self.inequalities:
            larger[v] += 1
        return {
            "half of what is left for each inequality": factorial(n) // 2 ** (n - 1) % MODULUS,
            "as if all led away from position 0": factorial(n) // prod(sizes) % MODULUS,
            "orders of the positions that may be least": factorial(larger.count(0)) % MODULUS,
        }
