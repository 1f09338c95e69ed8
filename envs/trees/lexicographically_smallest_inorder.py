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
        """Start at the smallest vertex that can be first and climb: the side with the smaller start is a right subtree.

        The root is where the only neighbour ahead does better as a right child than as a parent.
        """
        table = neighbours(len(self.edges) + 1, self.edges)
        vertex = min([v for v, row in enumerate(table) if len(row) < 3])
        order, parent = from_root(table, vertex)
        first = list(range(len(table)))  # the smallest start of the vertices beyond, this one included
        sides = [(-1, -1)] * len(table)
        for v in reversed(order):
            beyond = sorted([u for u in table[v] if u != parent[v]], key=first.__getitem__)
            sides[v] = _sides(v, beyond, first)
            if beyond:
                first[v] = min(first[beyond[0]], v if len(beyond) == 1 else first[beyond[1]])
        answer: list[int] = []
        while True:
            answer.append(vertex)
            right, ahead = sides[vertex] if -1 not in sides[vertex] else (-1, max(sides[vertex]))
            if right < 0 and (ahead < 0 or first[ahead] < ahead):
                return answer + _inorder(ahead, sides)
            answer += _inorder(right, sides)
            vertex = ahead

    def guesses(self) -> Iterable[Sequence[int]]:
        return [range(len(self.edges) + 1)]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """From the lowest or the highest possible root, each child on the left if it is smaller than its sibling or parent."""
        table = neighbours(len(self.edges) + 1, self.edges)
        found = {}
        for name, choose in (("lowest", min), ("highest", max)):
            root = choose([v for v, row in enumerate(table) if len(row) < 3])
            _, parent = from_root(table, root)
            beyond = [sorted([u for u in row if u != parent[v]]) for v, row in enumerate(table)]
            sides = [_sides(v, row, range(len(table))) for v, row in enumerate(beyond)]
            found[f"{name} root, smaller child left"] = _inorder(root, sides)
        return found

    def score(self, answer: Sequence[int], /) -> float:
        return credit_by_share(self.reference, answer, 10)


def _sides(vertex: int, children: Sequence[int], first: Sequence[int]) -> tuple[int, int]:
    """The left and the right child, -1 for none, of up to two children in ascending order of the starts of their subtrees."""
    if len(children) == 2:
        return children[0], children[1]
    child = children[0] if children else -1
    return (child, -1) if children and first[child] < vertex else (-1, child)


def _inorder(root: int, sides: Sequence[tuple[int, int]]) -> list[int]:
    order, stack, vertex = [], [], root
    while stack or vertex >= 0:
        while vertex >= 0:
            stack.append(vertex)
            vertex = sides[vertex][0]
        vertex = stack.pop()
        order.append(vertex)
        vertex = sides[vertex][1]
    return order
