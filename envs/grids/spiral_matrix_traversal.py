"""Read a matrix in a spiral."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList, grow
from rlve.envs.toolkit.scores import credit_by_share
from rlve.envs.toolkit.sizes import sides
from rlve.envs.toolkit.text import rows


class SpiralMatrixTraversal(Environment):
    """The entries of a matrix in clockwise spiral order; rows and columns together a fifteenth more, and one, with each level.

    From 2 x 3 on. Reward: (share of positions that are right)^5, or to a higher power in a long answer.
    """

    matrix: Sequence[Sequence[int]]

    paper_name = "SpiralMatrix"
    version = 2
    max_level = 27

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"total": grow(5, level, percent=7, plus=1)}

    @classmethod
    def draw(cls, rng: Random, total: int) -> Self:
        height, width = sides(rng, total)
        return cls(matrix=[[rng.randint(1, height * width) for _ in range(width)] for _ in range(height)])

    def statement(self) -> str:
        return (
            "To read a matrix in a spiral, start at the top left, go right along the first row, down the last column, left along "
            "the last row, up the first column, and so on inwards, taking each entry once.\n"
            f"Here is a matrix of {len(self.matrix)} rows and {len(self.matrix[0])} columns:\n{rows(self.matrix)}\n"
            "Give all its entries in the order of the spiral."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.matrix) * len(self.matrix[0]))

    def solve(self) -> list[int]:
        rest, order = list(self.matrix), []
        while rest:
            order += rest[0]
            rest = list(zip(*rest[1:], strict=True))[::-1]  # what is left, turned so that its right side is on top
        return order

    def guesses(self) -> Iterable[Sequence[int]]:
        by_rows = [entry for row in self.matrix for entry in row]
        return [by_rows, by_rows[::-1]]

    def score(self, answer: Sequence[int], /) -> float:
        return credit_by_share(self.reference, answer, 5)
