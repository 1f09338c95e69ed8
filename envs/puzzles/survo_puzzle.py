"""Complete a grid of different numbers by the sums of its rows and columns."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, grow, hidden
from rlve.envs.toolkit.open_cells import WHAT_THEY_STAND_FOR
from rlve.envs.toolkit.open_numbers import OPEN, filled_numbers, missing_numbers, open_grid_text, without
from rlve.envs.toolkit.rearrangements import in_rows, random_board
from rlve.envs.toolkit.sizes import sides


class SurvoPuzzle(ConstraintEnvironment):
    """Missing numbers of a grid whose sums are told: 4 of a 3 x 3 grid at first, an eighth more, and one, with each level.

    A row or column more with every other level. From level 3 on four of the open cells are corners of a rectangle, so that
    not every line can have but one open cell. Reward: (share of right sums of lines with open cells, and of the condition that
    each number occurs)^5.
    """

    grid: Sequence[Sequence[int]]
    rows: Sequence[int]
    columns: Sequence[int]
    solution: Sequence[int] = hidden()

    paper_name = "SurvoPuzzle"
    max_level = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"total": 6 + level // 2, "gaps": grow(4, level, percent=12, plus=1)}

    @classmethod
    def draw(cls, rng: Random, total: int, gaps: int) -> Self:
        height, width = sides(rng, total)
        full = in_rows(random_board(rng, height, width), width)
        places = rng.sample(range(height * width), height * width)
        if gaps > 6:
            columns = rng.sample(range(width), 2)
            places = [*[i * width + j for i in rng.sample(range(height), 2) for j in columns], *places]
        grid, solution = without(full, [*dict.fromkeys(places)][: min(gaps, height * width * 2 // 3)])
        return cls(grid=grid, rows=[*map(sum, full)], columns=[*map(sum, zip(*full, strict=True))], solution=solution)

    def statement(self) -> str:
        last = len(self.rows) * len(self.columns) - 1
        return (
            f"{open_grid_text(self.grid)}\n"
            f"Put an integer in place of each ? so that the grid holds each of 0 to {last} exactly once. The sums of the rows, "
            f"from top to bottom, are to be:\n{' '.join(map(str, self.rows))}\n"
            f"and those of the columns, from left to right:\n{' '.join(map(str, self.columns))}\n{WHAT_THEY_STAND_FOR}"
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.solution), low=0, high=len(self.rows) * len(self.columns) - 1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        grid = filled_numbers(self.grid, answer)
        lines = zip(
            (*self.grid, *zip(*self.grid, strict=True)),
            (*grid, *zip(*grid, strict=True)),
            (*self.rows, *self.columns),
            strict=True,
        )
        right = [sum(line) == total for shown, line, total in lines if OPEN in shown]
        return sum(right) + (sorted(answer) == missing_numbers(self.grid)), len(right) + 1

    def guesses(self) -> Iterable[Sequence[int]]:
        missing = missing_numbers(self.grid)
        return [missing, missing[::-1]]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Cell by cell, or first where a line has one open cell left, what suits an even share of the sums that are left."""
        return {"in reading order": self._even_shares(False), "fewest open cells first": self._even_shares(True)}

    def _even_shares(self, fewest_first: bool) -> list[int]:
        grid = [[*row] for row in self.grid]
        left = missing_numbers(self.grid)
        cells = [(i, j) for i, row in enumerate(grid) for j, number in enumerate(row) if number == OPEN]
        found = {}
        while cells:
            shares = []
            for i, j in cells:
                lines = ((grid[i], self.rows[i]), ([row[j] for row in grid], self.columns[j]))
                shares.append(
                    min(
                        (line.count(OPEN), (total - sum([n for n in line if n != OPEN])) / line.count(OPEN))
                        for line, total in lines
                    )
                )
            at = min(range(len(cells)), key=lambda k: shares[k][0]) if fewest_first else 0
            number = min(left, key=lambda n: abs(n - shares[at][1]))
            i, j = cells.pop(at)
            grid[i][j] = found[i, j] = number
            left.remove(number)
        return [found[cell] for cell in sorted(found)]
