"""Build the binary tree of largest score over vertices in a given in-order."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import add, mul
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, OptimizationEnvironment, Permutation, grow


class MaxScoreInorderBinaryTree(OptimizationEnvironment):
    """The tree with the largest left score * right score + number of the root; a tenth more vertices, and one, with each level.

    The numbers are 1 to 5. Reward: (score / largest score)^5.
    """

    numbers: Sequence[int]

    paper_name = "WeightedBinaryTree"
    max_level = 15
    goal = "maximum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        return cls(numbers=[rng.randint(1, 5) for _ in range(n - rng.randint(0, max(1, n // 5)))])

    def statement(self) -> str:
        n = len(self.numbers)
        return (
            f"A binary tree has the vertices 0 to {n - 1}, and this is also their in-order (left subtree, root, right subtree). "
            f"The vertices have, in this order, these numbers:\n{' '.join(map(str, self.numbers))}\n"
            "The score of a vertex without children is its number. The score of any other vertex is its number plus the product "
            "of the scores of its two children, where a missing child counts as 1. Choose the tree for which the score of "
            "the root is as large as possible, and give its vertices in pre-order (root, left subtree, right subtree)."
        )

    def answer_format(self) -> AnswerFormat:
        return Permutation(len(self.numbers))

    def solve(self) -> list[int]:
        """The best score of each range of vertices, by its ends, from the scores of shorter ones."""
        n = len(self.numbers)
        ending = [[1] for _ in range(n + 1)]  # for the ranges start..end-1: ending[end] has them by length from 0 on
        starting = [[1] for _ in range(n + 1)]
        for length in range(1, n + 1):
            for start in range(n - length + 1):
                end = start + length
                rights = reversed(ending[end])
                best = max(map(add, map(mul, starting[start], rights), self.numbers[start:end])) if length > 1 else 0
                best = best or self.numbers[start]
                starting[start].append(best)
                ending[end].append(best)
        answer, stack = [], [(0, n)]
        while stack:
            start, end = stack.pop()
            if start < end:
                scores = map(add, map(mul, starting[start], ending[end][end - start - 1 :: -1]), self.numbers[start:end])
                root = start + [*scores].index(starting[start][end - start]) if end - start > 1 else start
                answer.append(root)
                stack += [(root + 1, end), (start, root)]
        return answer

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
        """Take as the root of each range its middle vertex, or the one with the smallest number, not at an end if possible."""

        def smallest(start: int, end: int) -> int:
            return min(range(start, end), key=self.numbers.__getitem__)

        def inner(start: int, end: int) -> int:
            return smallest(start + 1, end - 1) if end - start > 2 else smallest(start, end)

        chosen = {"middle": lambda start, end: (start + end) // 2, "smallest": smallest, "smallest inside": inner}
        return {f"{name} vertex as root": _preorder(len(self.numbers), root) for name, root in chosen.items()}

    def guesses(self) -> Iterable[Sequence[int]]:
        return [range(len(self.numbers))]


def _preorder(n: int, root_of: Callable[[int, int], int]) -> list[int]:
    """Of the tree of which each range of vertices has this root."""
    order, stack = [], [(0, n)]
    while stack:
        start, end = stack.pop()
        if start < end:
            order.append(root_of(start, end))
            stack += [(order[-1] + 1, end), (start, order[-1])]
    return order
