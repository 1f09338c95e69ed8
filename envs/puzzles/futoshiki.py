"""Complete a Latin square whose cells obey inequalities."""

from collections.abc import Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Grid, Infeasible, hidden
from rlve.envs.toolkit.latin import latin_square, require_latin
from rlve.envs.toolkit.text import rows


class Futoshiki(ConstraintEnvironment):
    """Fill an N x N grid with 0..N-1, each once in a row and column, under inequalities; a row more with every other level.

    A third of a random Latin square's cells are given (two at level 0), a fifth at the levels between; about a quarter of the
    pairs of adjacent cells are compared, none of two given cells. Reward: (share of comparisons that hold)^5 for a Latin
    square that keeps the givens.
    """

    grid: Sequence[Sequence[int]]
    less: Sequence[Sequence[int]]
    solution: Sequence[Sequence[int]] = hidden()

    paper_name = "FutoshikiPuzzle"
    max_level = 40
    version = 3

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level // 2, "bare": (level + 1) // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, bare: int) -> Self:
        square = latin_square(rng, n)
        cells = [(row, column) for row in range(n) for column in range(n)]
        given = 2 if n == 3 and bare == 0 else n * n // (3 if bare == n - 3 else 5)  # of nine, three would leave no choice
        empty = set(rng.sample(cells, n * n - given))
        beside = [(cell, (cell[0] + down, cell[1] + 1 - down)) for cell in cells for down in (0, 1)]
        pairs = [(a, b) for a, b in beside if max(b) < n and not empty.isdisjoint((a, b))]
        chosen = rng.sample(pairs, min(len(pairs), rng.randint(n * (n - 1) // 2, n * n // 2)))
        less = [(*a, *b) if square[a[0]][a[1]] < square[b[0]][b[1]] else (*b, *a) for a, b in chosen]
        grid = [[-1 if (i, j) in empty else square[i][j] for j in range(n)] for i in range(n)]
        return cls(grid=grid, less=less, solution=square)

    def statement(self) -> str:
        n = len(self.grid)
        shown = "\n".join([" ".join(["." if cell < 0 else str(cell) for cell in row]) for row in self.grid])
        return (
            f"Here is a grid of {n} rows and {n} columns; a dot is an empty cell:\n{shown}\n"
            f"Fill the empty cells with integers from 0 to {n - 1}, so that every row and every column holds each of them "
            "exactly once, and the integer in the first cell of each of these comparisons is less than the one in the second. "
            f"Rows and columns count from 0. The comparisons, one a line as: row column row column\n{rows(self.less)}\n"
            "Give the complete grid. The cells that are not empty must stay as they are."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.grid)
        return Grid(n, n, low=0, high=n - 1)

    def satisfied(self, answer: Sequence[Sequence[int]], /) -> tuple[int, int]:
        for i, (given, row) in enumerate(zip(self.grid, answer, strict=True)):
            for j, (before, after) in enumerate(zip(given, row, strict=True)):
                if before not in (-1, after):
                    raise Infeasible(f"the cell in row {i} and column {j} should stay {before}")
        require_latin(answer)
        return sum([answer[i][j] < answer[k][m] for i, j, k, m in self.less]), len(self.less)
