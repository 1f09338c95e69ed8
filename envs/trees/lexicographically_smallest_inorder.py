"""Find the smallest in-order that an unrooted tree allows."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Permutation, grow
from rlve.envs.toolkit.scores import credit_by_share
from rlve.envs.toolkit.trees import from_root, neighbours, shuffled, tree_text


class LexicographicallySmallestInorder(Environment):
    """Root a tree, and tell left from right, so that its in-order is lexicographically smallest; a tenth more vertices, and
    one, with each level.

    The tree is drawn from the root, each left subtree with a uniform size. Reward: (share of positions that are right)^10.
    """

    edges: Sequence[Sequence[int]]

    paper_name = "MinInorderBinaryTree"
    max_level = 24

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        edges, stack = [], [(0, n)]  # the vertices of a subtree, from its root on
        while stack:
            root, size = stack.pop()
            left = rng.randrange(size)
            for start, length in ((root + 1, left), (root + 1 + left, size - 1 - left)):
                if length:
                    edges.append((root, start))
                    stack.append((start, length))
        return cls(edges=shuffled(rng, edges))

    def statement(self) -> str:
        return (
            f"{tree_text(len(self.edges) + 1, self.edges)}\n"
            "Make a binary tree of it: choose a root that has at most two neighbours. The neighbours of a vertex that are "
            "farther from the root are its children: one of two children is the left and the other the right child, and a "
            "single child is either, as you choose. Among all binary trees that can be made in this way, find the one whose "
            "in-order (left subtree, vertex, right subtree) is lexicographically smallest: its first vertex as small as "
            "possible, then its second, and so on. Give this in-order."
        )

    def answer_format(self) -> AnswerFormat:
        return Permutation(len(self.edges) + 1)

    def solve(self) -> list[int]:
        """The best in-order of what lies beyond each edge, seen from either end; then of the whole tree from each root."""
        table = neighbours(len(self.edges) + 1, self.edges)
        order, parent = from_root(table, 0)
        best: dict[tuple[int, int], list[int]] = {}
        for u, v in [(parent[v], v) for v in order[:0:-1]] + [(v, parent[v]) for v in order[1:]]:
            best[u, v] = _smallest(v, [best[v, x] for x in table[v] if x != u])
        return min([_smallest(v, [best[v, x] for x in row]) for v, row in enumerate(table) if len(row) < 3])

    def guesses(self) -> Iterable[Sequence[int]]:
        return [range(len(self.edges) + 1)]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """From the lowest or the highest possible root, each child on the left if it is smaller than its sibling or parent."""
        table = neighbours(len(self.edges) + 1, self.edges)
        found = {}
        for name, choose in (("lowest", min), ("highest", max)):
            order, parent = from_root(table, choose([v for v, row in enumerate(table) if len(row) < 3]))
            inorder = [[v] for v in range(len(table))]
            for v in reversed(order):
                below = sorted([u for u in table[v] if u != parent[v]])
                parts = [below[0], v, below[1]] if len(below) == 2 else sorted([*below, v])
                inorder[v] = [u for part in parts for u in inorder[part]]
            found[f"{name} root, smaller child left"] = inorder[order[0]]
        return found

    def score(self, answer: Sequence[int], /) -> float:
        return credit_by_share(self.reference, answer, 10)


def _smallest(vertex: int, sides: Sequence[list[int]]) -> list[int]:
    """The smallest in-order of a vertex and up to two subtrees, by those of the subtrees."""
    first, second = [*sides, [], []][:2]
    return min([*first, vertex, *second], [*second, vertex, *first])
