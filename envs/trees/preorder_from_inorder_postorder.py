"""Find the pre-order of a binary tree from its two other orders."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Permutation, grow, hidden
from rlve.envs.toolkit.scores import share_right


class PreorderFromInorderPostorder(Environment):
    """The pre-order of a binary tree of N vertices from in-order and post-order; a tenth more, and one, with each level.

    Each root is drawn uniformly among the places of its block; in one tree of four, which so becomes lean, two roots of
    three lie at an end of it. Reward: (share of positions that are right)^10.
    """

    inorder: Sequence[int]
    postorder: Sequence[int]
    solution: Sequence[int] = hidden()

    paper_name = "PreorderTraversal"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        lean = rng.random() < 0.25
        inorder = rng.sample(range(n), n)
        preorder: list[int] = []
        turned: list[int] = []  # root, right, left: the post-order backwards
        root_of: dict[tuple[int, int], int] = {}
        blocks = [(0, n)]
        while blocks:
            low, high = blocks.pop()
            if low < high:
                at_an_end = lean and rng.random() < 2 / 3
                root = rng.choice((low, high - 1)) if at_an_end else rng.randrange(low, high)
                root_of[low, high] = root
                preorder.append(inorder[root])
                blocks += [(root + 1, high), (low, root)]
        blocks = [(0, n)]
        while blocks:
            low, high = blocks.pop()
            if low < high:
                root = root_of[low, high]
                turned.append(inorder[root])
                blocks += [(low, root), (root + 1, high)]
        return cls(inorder=inorder, postorder=turned[::-1], solution=preorder)

    def statement(self) -> str:
        return (
            f"A binary tree has the vertices 0 to {len(self.inorder) - 1}. "
            f"In-order (left subtree, root, right subtree) they are\n{' '.join(map(str, self.inorder))}\n"
            f"and in post-order (left subtree, right subtree, root)\n{' '.join(map(str, self.postorder))}\n"
            "Give the vertices in pre-order (root, left subtree, right subtree)."
        )

    def answer_format(self) -> AnswerFormat:
        return Permutation(len(self.inorder))

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self.inorder, self.inorder[::-1], self.postorder[::-1], range(len(self.inorder))]

    def score(self, answer: Sequence[int], /) -> float:
        return share_right(self.reference, answer) ** 10
