"""Fill a grid of zeros and ones by the sums of the places of its ones."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, grow, hidden
from rlve.envs.toolkit.open_cells import (
    OPEN,
    WHAT_THEY_STAND_FOR,
    cells_in_rows,
    filled,
    grid_text,
    open_some,
    rows_and_columns,
    turn,
    turned_back,
)
from rlve.envs.toolkit.sizes import sides


class Kakurasu(ConstraintEnvironment):
    """Open cells of a grid of 0 and 1, by sums of places: 4 at first, a quarter more, and one, with each level.

    Rows and columns are 6 together at first and 7 at level 3, where nearly all cells are open; then one more with each level.
    From there on it is not enough to look at the shorter lines, each by itself. Reward: (share of lines with the right sum)^10.
    """

    grid: Sequence[str]
    rows: Sequence[int]
    columns: Sequence[int]
    solution: Sequence[int] = hidden()

    paper_name = "Kakurasu"
    max_level = 12
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"total": 6 + level // 2 if level < 4 else 4 + level, "gaps": grow(4, level, percent=25, plus=1)}

    @classmethod
    def draw(cls, rng: Random, total: int, gaps: int) -> Self:
        n, m = sides(rng, total)
        full = cells_in_rows(rng.choices("01", k=n * m), m)
        shown, solution = open_some(rng, full, min(gaps, n * m))
        sums = [*map(_sum, rows_and_columns(full))]
        return cls(grid=shown, rows=sums[:n], columns=sums[n:], solution=solution)

    def statement(self) -> str:
        return (
            f"{grid_text(self.grid)}\n"
            "A 1 in row i and column j, both counted from 1, counts j for its row and i for its column. Put 0 or 1 in place of "
            f"each ? so that the sums of the rows, from top to bottom, are:\n{' '.join(map(str, self.rows))}\n"
            f"and those of the columns, from left to right:\n{' '.join(map(str, self.columns))}\n{WHAT_THEY_STAND_FOR}"
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.solution), low=0, high=1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        lines = rows_and_columns(filled(self.grid, answer))
        return sum([_sum(line) == wanted for line, wanted in zip(lines, (*self.rows, *self.columns), strict=True)]), len(lines)

    def acceptable(self) -> bool:
        if len(self.solution) <= 8:
            return True
        kept, total = self.satisfied(self._by_rows() if len(self.rows) > len(self.columns) else self._by_columns())
        return kept < total

    def rules(self) -> Mapping[str, Sequence[int]]:
        return {"by rows": self._by_rows(), "by columns": self._by_columns()}

    def _by_rows(self) -> list[int]:
        return _largest_first(self.grid, self.rows)

    def _by_columns(self) -> list[int]:
        return turned_back(self.grid, _largest_first(turn(self.grid), self.columns))


def _sum(line: str) -> int:
    """The sum of the places of its ones, counted from 1."""
    return sum([place for place, cell in enumerate(line, 1) if cell == "1"])


def _largest_first(lines: Sequence[str], sums: Sequence[int]) -> list[int]:
    """A simple rule: in each line by itself, from its end, a 1 in each open cell whose place is not too large for the sum."""
    answer = []
    for line, wanted in zip(lines, sums, strict=True):
        lack, values = wanted - _sum(line), []
        for place in range(len(line), 0, -1):
            if line[place - 1] == OPEN:
                values.append(int(place <= lack))
                lack -= place * values[-1]
        answer += values[::-1]
    return answer
