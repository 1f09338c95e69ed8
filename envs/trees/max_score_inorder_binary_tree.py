"""Build the binary tree of largest score over vertices in a given in-order."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, OptimizationEnvironment, Permutation
from rlve.envs.toolkit.sizes import rungs


class MaxScoreInorderBinaryTree(OptimizationEnvironment):
    """The tree with the largest left score * right score + number of the root; a tenth more vertices, and one, with each level.

    The numbers are 1 to 5. From eight vertices on products of sums do not show the best roots.
    Reward: (score / largest score)^5.
    """

    numbers: Sequence[int]

    paper_name = "WeightedBinaryTree"
    max_level = 15
    goal = "maximum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": rungs((5, 6, 8, 9), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(numbers=[rng.randint(1, 5) for _ in range(n - rng.randint(0, max(1, n // 5)))])

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"A binary tree has the vertices 0 to {n - 1}, and this is also their in-order (left subtree, root, right subtree). "
            f"The vertices have, in this order, these numbers:\n{' '.join(map(str, self.numbers))}\n"
            "The score of a vertex without children is its number. The score of any other vertex is its number plus the product "
            "of the scores of its two children, where a missing child counts as 1. Choose a tree for which the score of the "
            "root is as large as possible, and give its vertices in pre-order (root, left subtree, right subtree)."
        )

    def answer_format(self) -> AnswerFormat:
        return Permutation(len(self.numbers))

    def solve(self) -> list[int]:
        """The best score of each range of vertices, and its root, from the scores of shorter ones."""
        n = len(self.numbers)
        best, root = {(start, start): 1 for start in range(n + 1)}, {}
        for length in range(1, n + 1):
            for start in range(n - length + 1):
                end = start + length
                scores = [self.numbers[r] + best[start, r] * best[r + 1, end] for r in range(start, end)]
                best[start, end] = max(scores) if length > 1 else self.numbers[start]
                root[start, end] = start + scores.index(max(scores))
        return _preorder(n, lambda start, end: root[start, end])

    def objective(self, answer: Sequence[int], /) -> int:
        stack, ranges, vertices = [(0, len(answer))], [], iter(answer)
        while stack:
            start, end = stack.pop()
            if start < end:
                root = next(vertices)
                if not start <= root < end:
                    raise Infeasible(f"{root} is not one of the vertices {start} to {end - 1} of its subtree")
                ranges.append((start, root, end))
                stack += [(root + 1, end), (start, root)]
        score: dict[tuple[int, int], int] = {}
        for start, root, end in reversed(ranges):
            children = score.get((start, root), 1) * score.get((root + 1, end), 1)
            score[start, end] = self.numbers[root] + (children if end - start > 1 else 0)
        return score[0, len(answer)]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Take as the root of each range its middle vertex, or the one with the smallest number, not at an end if possible; or
        the one that would be best if the score of a range were its sum.
        """
        numbers = self.numbers

        def smallest(start: int, end: int) -> int:
            return min(range(start + 1, end - 1) or range(start, end), key=numbers.__getitem__)

        def by_sums(start: int, end: int) -> int:
            scores = [numbers[r] + (sum(numbers[start:r]) or 1) * (sum(numbers[r + 1 : end]) or 1) for r in range(start, end)]
            return start + scores.index(max(scores))

        chosen = {"middle": lambda start, end: (start + end) // 2, "smallest inside": smallest, "best by sums": by_sums}
        return {name: _preorder(len(numbers), root_of) for name, root_of in chosen.items()}

    def guesses(self) -> Iterable[Sequence[int]]:
        n = len(self.numbers)
        return [range(n)] if n < 8 else [range(n), self.rules()["best by sums"]]


def _preorder(n: int, root_of: Callable[[int, int], int]) -> list[int]:
    """Of the tree of which each range of vertices has this root."""
    order, stack = [], [(0, n)]
    while stack:
        start, end = stack.pop()
        if start < end:
            order.append(root_of(start, end))
            stack += [(order[-1] + 1, end), (start, order[-1])]
    return order
