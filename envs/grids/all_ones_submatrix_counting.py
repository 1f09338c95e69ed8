"""Count the rectangles of ones in a 0/1 matrix."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.sizes import sides


class AllOnesSubmatrixCounting(Environment):
    """How many rectangles of a 0/1 grid hold only ones; rows and columns together a fifteenth more, and one, with each level.

    From 2 x 3 on. Ones are 40 to 70 percent of the cells at first, 55 to 90 from level 3 on. Reward: exact.
    """

    rows: Sequence[str]

    paper_name = "UndamagedSubmatrixCounting"
    version = 2
    max_level = 35

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"total": grow(5, level, percent=7, plus=1)}

    @classmethod
    def draw(cls, rng: Random, total: int) -> Self:
        height, width = sides(rng, total)
        share = rng.uniform(0.4, 0.7) if total < 8 else rng.uniform(0.55, 0.9)
        return cls(rows=["".join(["1" if rng.random() < share else "0" for _ in range(width)]) for _ in range(height)])

    def statement(self) -> str:
        grid = "\n".join(self.rows)
        return (
            "A rectangle in a grid is a block of cells: one or more neighbouring rows, and one or more neighbouring columns. A "
            "single cell is one, too. Rectangles at different places are different.\n"
            f"Here is a grid of {len(self.rows)} rows and {len(self.rows[0])} columns:\n{grid}\n"
            "How many rectangles in it hold only ones?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """For each cell add the rectangles whose lower right corner it is, with a stack of ascending column heights."""
        total, heights = 0, [0] * len(self.rows[0])
        for row in self.rows:
            heights = [height + 1 if cell == "1" else 0 for height, cell in zip(heights, row, strict=True)]
            stack: list[tuple[int, int]] = []  # (height, columns it stands for)
            ending = 0  # rectangles whose lower right corner is the present cell
            for height in heights:
                width = 1
                while stack and stack[-1][0] >= height:
                    lower, columns = stack.pop()
                    ending -= lower * columns
                    width += columns
                stack.append((height, width))
                ending += height * width
                total += ending
        return total

    def guesses(self) -> Iterable[int]:
        height, width = len(self.rows), len(self.rows[0])
        ones = "".join(self.rows).count("1")
        return [ones, height * (height + 1) * width * (width + 1) // 4]
