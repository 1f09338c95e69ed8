"""Complete a grid in which each row, column and box holds each digit once."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, hidden
from rlve.envs.toolkit.open_cells import OPEN, WHAT_THEY_STAND_FOR, filled, grid_text, open_some
from rlve.envs.toolkit.sizes import rungs

BOXES = ((2, 2), (2, 3), (2, 4), (3, 3))


class SudokuRectangularBoxes(ConstraintEnvironment):
    """Open cells of a sudoku: 4 of a 4 x 4 grid at first, two to four more with each level, later a seventh more, and one.

    Boxes are 2 x 2, from level 4 on 2 x 3 or 3 x 2, then 2 x 4 or 4 x 2, then 3 x 3; at most seven tenths of the grid are open. A
    shuffled cyclic grid is mixed by exchanges of two digits in part of the rows. From level 3 on it does not do to take the
    lowest digit that fits, cell by cell. Reward: (share of right rows, columns and boxes among those with an open cell)^5.
    """

    grid: Sequence[str]
    height: int
    width: int
    solution: Sequence[int] = hidden()

    paper_name = "Sudoku"
    max_level = 12

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        gaps = rungs((4, 6, 8, 11, 15), level, percent=15, plus=1)
        return {"boxes": next(k for k, (n, m) in enumerate(BOXES) if 10 * gaps <= 7 * (n * m) ** 2), "gaps": gaps}

    @classmethod
    def draw(cls, rng: Random, boxes: int, gaps: int) -> Self:
        height, width = rng.sample(BOXES[boxes], 2)
        n = height * width
        rows = [
            i for band in rng.sample(range(width), width) for i in rng.sample(range(band * height, (band + 1) * height), height)
        ]
        places = [
            j for stack in rng.sample(range(height), height) for j in rng.sample(range(stack * width, (stack + 1) * width), width)
        ]
        at: list[list[int]] = [[0] * n for _ in range(n)]  # of each digit less one the column in each row
        for row, i in enumerate(rows):
            for column, j in enumerate(places):
                at[(i % height * width + i // height + j) % n][row] = column
        for digit in rng.sample(range(n), n) * 2:
            other = rng.randrange(n)
            if other != digit:
                _exchange(at[digit], at[other], rng.randrange(n), height, width)
        cells = [[""] * n for _ in range(n)]
        for name, columns in zip(rng.sample(range(1, n + 1), n), at, strict=True):
            for row, column in enumerate(columns):
                cells[row][column] = str(name)
        grid, solution = open_some(rng, ["".join(row) for row in cells], gaps)
        return cls(grid=grid, height=height, width=width, solution=solution)

    def statement(self) -> str:
        n = len(self.grid)
        return (
            f"{grid_text(self.grid)}\n"
            f"It is divided into boxes of {self.height} rows and {self.width} columns each. "
            f"Put a digit from 1 to {n} in place of each ? so that every row, every column and every box holds each of these "
            f"digits exactly once. {WHAT_THEY_STAND_FOR}"
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.solution), low=1, high=len(self.grid))

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        shown = self._lines(self.grid)
        lines = [line for line, before in zip(self._lines(filled(self.grid, answer)), shown, strict=True) if OPEN in before]
        return sum([len({*line}) == len(line) for line in lines]), len(lines)

    def _lines(self, grid: Sequence[str]) -> list[str]:
        """The rows, the columns and the boxes."""
        h, w, n = self.height, self.width, len(grid)
        boxes = ["".join([row[j : j + w] for row in grid[i : i + h]]) for i in range(0, n, h) for j in range(0, n, w)]
        return [*grid, *map("".join, zip(*grid, strict=True)), *boxes]

    def acceptable(self) -> bool:
        if len(self.solution) < 11:
            return True
        kept, total = self.satisfied(self._first_that_fits(1))
        return kept < total

    def rules(self) -> Mapping[str, Sequence[int]]:
        return {"lowest that fits": self._first_that_fits(1), "highest that fits": self._first_that_fits(-1)}

    def _first_that_fits(self, step: int) -> list[int]:
        """In reading order, or backwards, the lowest or highest digit that row, column and box lack, 1 where there is none."""
        n, grid, answer = len(self.grid), [[*row] for row in self.grid], []
        for i, j in [(i, j) for i in range(n) for j in range(n) if self.grid[i][j] == OPEN]:
            top, left = i - i % self.height, j - j % self.width
            box = [cell for row in grid[top : top + self.height] for cell in row[left : left + self.width]]
            near = {*grid[i], *[row[j] for row in grid], *box}
            grid[i][j] = next((str(digit) for digit in range(1, n + 1)[::step] if str(digit) not in near), "1")
            answer.append(int(grid[i][j]))
        return answer


def _exchange(first: list[int], second: list[int], row: int, height: int, width: int) -> None:
    """Exchange two digits in the fewest rows, one of them given, such that columns and boxes still hold both; all in place."""
    columns = {column: i for i, column in enumerate(second)}
    boxes = {(i // height, column // width): i for i, column in enumerate(second)}
    rows, queue = {row}, [row]
    for i in queue:
        for k in (columns[first[i]], boxes[i // height, first[i] // width]):
            if k not in rows:
                rows.add(k)
                queue.append(k)
    for i in queue:
        first[i], second[i] = second[i], first[i]
