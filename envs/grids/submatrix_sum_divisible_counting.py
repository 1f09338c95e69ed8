"""Count the rectangles of a matrix whose sum is divisible by a given integer."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.sizes import sides
from rlve.envs.toolkit.text import rows


class SubmatrixSumDivisibleCounting(Environment):
    """How many rectangles have a sum divisible by K; from level 1 rows and columns together a fifteenth more, and one, a level.

    From 2 x 2 on. The entries are uniform digits, and K is from 2 to 9; at level 0 both are at most 5. Reward: exact.
    """

    matrix: Sequence[Sequence[int]]
    k: int

    paper_name = "SubmatrixSumDivisibleCounting"
    version = 2
    max_level = 33

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"total": grow(4, max(0, level - 1), percent=7, plus=1), "largest": 9 if level else 5}

    @classmethod
    def draw(cls, rng: Random, total: int, largest: int) -> Self:
        height, width = sides(rng, total)
        return cls(matrix=[[rng.randint(0, largest) for _ in range(width)] for _ in range(height)], k=rng.randint(2, largest))

    def statement(self) -> str:
        return (
            "A rectangle in a matrix is a block of entries: one or more neighbouring rows, and one or more neighbouring columns. "
            "A single entry is one, and so is the whole matrix. Rectangles at different places are different.\n"
            f"Here is a matrix of {len(self.matrix)} rows and {len(self.matrix[0])} columns:\n{rows(self.matrix)}\n"
            f"How many rectangles in it have a sum that is divisible by {self.k}? (0 is divisible by {self.k}, too.)"
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
