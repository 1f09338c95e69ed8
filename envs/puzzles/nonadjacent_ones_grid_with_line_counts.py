"""Fill a grid of zeros and ones without neighbouring ones, by the numbers of ones."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, grow, hidden
from rlve.envs.toolkit.grids import beside
from rlve.envs.toolkit.open_cells import (
    WHAT_THEY_STAND_FOR,
    by_columns,
    cells_in_rows,
    filled,
    grid_text,
    neediest_first,
    ones_text,
    open_some,
    rows_and_columns,
)
from rlve.envs.toolkit.sizes import sides


class NonadjacentOnesGridWithLineCounts(ConstraintEnvironment):
    """Open cells of a grid of 0 and 1 without adjacent ones: 4 at first, a quarter more, and one, with each level.

    Rows and columns are 6 together at first, 8 at level 3, where two in three cells are open, then one more with each level; how
    many ones each holds is told.
    Reward: (share of rows and columns with the right number of ones, no two of them adjacent)^10.
    """

    grid: Sequence[str]
    rows: Sequence[int]
    columns: Sequence[int]
    solution: Sequence[int] = hidden()

    paper_name = "CampsitePuzzle"
    max_level = 14
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"total": max(6 + level // 2, 5 + level), "gaps": grow(4, level, percent=25, plus=1)}

    @classmethod
    def draw(cls, rng: Random, total: int, gaps: int) -> Self:
        n, m = sides(rng, total)
        cells, neighbours = ["0"] * (n * m), beside(n, m)
        for place in rng.sample(range(n * m), n * m):
            if rng.random() < 0.6 and not any(cells[other] == "1" for other in neighbours[place]):
                cells[place] = "1"
        full = cells_in_rows(cells, m)
        shown, solution = open_some(rng, full, min(gaps, n * m))
        ones = [line.count("1") for line in rows_and_columns(full)]
        return cls(grid=shown, rows=ones[:n], columns=ones[n:], solution=solution)

    def statement(self) -> str:
        return (
            f"{grid_text(self.grid)}\n"
            "Put 0 or 1 in place of each ? so that no two ones are next to each other in a row or column. "
            f"{ones_text(self.rows, self.columns)}\n{WHAT_THEY_STAND_FOR}"
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.solution), low=0, high=1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        lines = rows_and_columns(filled(self.grid, answer))
        kept = [
            line.count("1") == ones and "11" not in line for line, ones in zip(lines, (*self.rows, *self.columns), strict=True)
        ]
        return sum(kept), len(lines)

    def acceptable(self) -> bool:
        if len(self.solution) <= 8:
            return True
        kept, total = self.satisfied(neediest_first(self.grid, self.rows, self.columns))
        return kept < total

    def rules(self) -> Mapping[str, Sequence[int]]:
        hints = self.grid, self.rows, self.columns
        return {"by rows": neediest_first(*hints), "by columns": by_columns(*hints)}
