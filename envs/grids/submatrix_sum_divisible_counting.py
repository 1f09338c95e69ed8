"""Count the rectangles of a matrix whose sum is divisible by a given integer."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.sizes import near
from rlve.envs.toolkit.text import rows


class SubmatrixSumDivisibleCounting(Environment):
    """How many rectangles of a matrix have a sum divisible by K; rows and columns a tenth more, and one, with each level.

    K is between 2 and 9, the entries are uniform digits. Reward: exact.
    """

    matrix: Sequence[Sequence[int]]
    k: int

    paper_name = "SubmatrixSumDivisibleCounting"
    max_level = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"size": grow(3, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, size: int) -> Self:
        height, width = near(rng, size), near(rng, size)
        return cls(matrix=[[rng.randint(0, 9) for _ in range(width)] for _ in range(height)], k=rng.randint(2, 9))

    def statement(self) -> str:
        return (
            f"Here is a matrix of {len(self.matrix)} rows and {len(self.matrix[0])} columns:\n{rows(self.matrix)}\n"
            f"Count the rectangles whose sum is divisible by {self.k}: blocks of one or more consecutive rows and one or more "
            f"consecutive columns whose entries add up to a multiple of {self.k}, where 0 is a multiple too. Single entries and "
            "the whole matrix count, and rectangles at different places are different."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """For each range of rows, count the pairs of equal remainders among the sums of the first columns."""
        total, width = 0, len(self.matrix[0])
        for top in range(len(self.matrix)):
            sums = [0] * width  # of the rows from top on, by column
            for row in self.matrix[top:]:
                sums = [above + entry for above, entry in zip(sums, row, strict=True)]
                seen, prefix = [1] + [0] * (self.k - 1), 0
                for column in sums:
                    prefix = (prefix + column) % self.k
                    total += seen[prefix]
                    seen[prefix] += 1
        return total

    def guesses(self) -> Iterable[int]:
        height, width = len(self.matrix), len(self.matrix[0])
        rectangles = height * (height + 1) * width * (width + 1) // 4
        return [rectangles // self.k, -(-rectangles // self.k)]
