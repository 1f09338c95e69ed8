"""Fill a grid of zeros and ones without three equal cells in a line, by the numbers of ones."""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, grow, hidden
from rlve.envs.toolkit.open_cells import (
    WHAT_THEY_STAND_FOR,
    by_columns,
    filled,
    grid_text,
    neediest_first,
    ones_text,
    open_some,
    rows_and_columns,
)
from rlve.envs.toolkit.sizes import sides


class BinaryGridNoThreeInRow(ConstraintEnvironment):
    """Open cells of a grid of 0 and 1 without three equal neighbours: 4 at first, a quarter more, and one, with each level.

    Rows and columns are 7 together at first, 8 at level 3, where two in three cells are open, then one more with each level; how
    many ones each holds is told.
    Reward: (share of rows and columns with the right number of ones and no three equal neighbours)^10.
    """

    grid: Sequence[str]
    rows: Sequence[int]
    columns: Sequence[int]
    solution: Sequence[int] = hidden()

    paper_name = "Binario"
    max_level = 14
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        total = max(7 + level // 2, 5 + level)
        return {"total": total, "gaps": min(grow(4, level, percent=25, plus=1), total * total // 5)}

    @classmethod
    def draw(cls, rng: Random, total: int, gaps: int) -> Self:
        n, m = sides(rng, total)
        every = (1 << m) - 1
        found: list[int] = []
        for _ in range(n):
            both = found[-1] & found[-2] if len(found) > 1 else 0  # twice 1: a third is none
            neither = ~(found[-1] | found[-2]) & every if len(found) > 1 else 0
            found.append(rng.choice([row for row in _rows(m) if not row & both and not ~row & neither]))
        full = [f"{row:0{m}b}" for row in found]
        shown, solution = open_some(rng, full, gaps)
        ones = [line.count("1") for line in rows_and_columns(full)]
        return cls(grid=shown, rows=ones[:n], columns=ones[n:], solution=solution)

    def statement(self) -> str:
        return (
            f"{grid_text(self.grid)}\n"
            "Put 0 or 1 in place of each ? so that nowhere in a row or column three cells one after the other are equal. "
            f"{ones_text(self.rows, self.columns)}\n{WHAT_THEY_STAND_FOR}"
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.solution), low=0, high=1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        lines = rows_and_columns(filled(self.grid, answer))
        kept = [
            line.count("1") == ones and "000" not in line and "111" not in line
            for line, ones in zip(lines, (*self.rows, *self.columns), strict=True)
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


@cache
def _rows(width: int) -> list[int]:
    """All rows without three equal neighbours."""
    return [row for row in range(1 << width) if "000" not in f"{row:0{width}b}" and "111" not in f"{row:0{width}b}"]
