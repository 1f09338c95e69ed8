"""Write out the binary tree with a given number."""

from bisect import bisect_right
from collections.abc import Mapping
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Text
from rlve.envs.toolkit.sizes import rungs


class BinaryTreeUnranking(Environment):
    """The binary tree with number K in the order by size, left subtree, right subtree; one letter for each vertex.

    K is at most 40 at first, 700 at level 2, and up to twice as large with each level from there on. Reward: exact.
    """

    index: int

    paper_name = "Kth_BinaryTree"
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"largest": rungs((40, 120, 700), level, percent=100)}

    @classmethod
    def draw(cls, rng: Random, largest: int) -> Self:
        return cls(index=rng.randint(largest // 8, largest))

    def statement(self) -> str:
        return (
            "Each vertex of a binary tree may have a left child and a right child. All binary trees are numbered 0, 1, 2 and so "
            "on: the empty tree has number 0, and a tree with fewer vertices comes before one with more. Of two trees with as "
            "many vertices, the one whose left subtree has the smaller number comes first; if their left subtrees are the same, "
            f"the one whose right subtree has the smaller number. Take the tree with number {self.index} and go through its "
            "vertices in pre-order (root, left subtree, right subtree). Write one letter for each vertex: B if it has both "
            "children, L if only a left one, R if only a right one, N if none."
        )

    def answer_format(self) -> AnswerFormat:
        return Text("BLRN", max_length=2 * len(str(self.index)) + 4)

    def solve(self) -> str:
        """Subtract block by block the trees with a smaller left subtree; then its number and that of the right one."""
        counts, first = _catalan(self.index)
        letters, stack = [], [self.index]
        while stack:
            number = stack.pop()
            size = bisect_right(first, number) - 1
            rank, left = number - first[size], 0
            while rank >= counts[left] * counts[size - 1 - left]:
                rank -= counts[left] * counts[size - 1 - left]
                left += 1
            right = size - 1 - left
            letters.append("NRLB"[2 * (left > 0) + (right > 0)])
            if right:
                stack.append(first[right] + rank % counts[right])
            if left:
                stack.append(first[left] + rank // counts[right])
        return "".join(letters)

    def rules(self) -> Mapping[str, str]:
        """The first and the last tree of the right size."""
        size = bisect_right(_catalan(self.index)[1], self.index) - 1
        return {"right children only": "R" * (size - 1) + "N", "left children only": "L" * (size - 1) + "N"}


def _catalan(number: int) -> tuple[list[int], list[int]]:
    """For each size up to that of the tree with this number: how many binary trees have it, and the number of the first."""
    counts, first = [1], [0]
    while first[-1] + counts[-1] <= number:
        size = len(counts)
        first.append(first[-1] + counts[-1])
        counts.append(counts[-1] * (4 * size - 2) // (size + 1))
    return counts, first
