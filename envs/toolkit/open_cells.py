"""Grids of characters some of whose cells are open, as statements print them and answers fill them."""

from collections.abc import Sequence
from random import Random

from rlve.envs.toolkit.text import grid_of

OPEN = "?"
WHAT_THEY_STAND_FOR = "Give what the ? stand for, row by row from the top, each row from left to right."


def open_some(rng: Random, grid: Sequence[str], count: int) -> tuple[list[str], list[int]]:
    """A grid of digits with that many cells open, and what stood there, in reading order."""
    text, width = "".join(grid), len(grid[0])
    hidden_at = sorted(rng.sample(range(len(text)), count))
    cells = list(text)
    for place in hidden_at:
        cells[place] = OPEN
    return cells_in_rows(cells, width), [int(text[place]) for place in hidden_at]


def cells_in_rows(cells: Sequence[str], width: int) -> list[str]:
    """A grid, given its cells in reading order."""
    return ["".join(cells[start : start + width]) for start in range(0, len(cells), width)]


def filled(grid: Sequence[str], answer: Sequence[int]) -> list[str]:
    """The grid with the answer in its open cells, in reading order."""
    left = iter(answer)
    return ["".join([str(next(left)) if cell == OPEN else cell for cell in row]) for row in grid]


def rows_and_columns(grid: Sequence[str]) -> list[str]:
    """All rows, then all columns."""
    return [*grid, *turn(grid)]


def grid_text(grid: Sequence[str]) -> str:
    """The sentence that introduces a grid, and the grid."""
    return grid_of(grid, len(grid[0]))


def ones_text(rows: Sequence[int], columns: Sequence[int]) -> str:
    """How statements say how many ones each row and each column is to hold."""
    return (
        f"The numbers of ones in the rows, from top to bottom, are to be:\n{' '.join(map(str, rows))}\n"
        f"and in the columns, from left to right:\n{' '.join(map(str, columns))}"
    )


def neediest_first(grid: Sequence[str], rows: Sequence[int], columns: Sequence[int]) -> list[int]:
    """A simple rule: row by row, the ones that it lacks go where the columns lack most, to the first of equal ones."""
    lack = [count - column.count("1") for count, column in zip(columns, zip(*grid, strict=True), strict=True)]
    answer = []
    for row, count in zip(grid, rows, strict=True):
        places = [j for j, cell in enumerate(row) if cell == OPEN]
        chosen = sorted(places, key=lambda j: -lack[j])[: max(0, count - row.count("1"))]
        for j in chosen:
            lack[j] -= 1
        answer += [int(j in chosen) for j in places]
    return answer


def by_columns(grid: Sequence[str], rows: Sequence[int], columns: Sequence[int]) -> list[int]:
    """The same rule, column by column."""
    return turned_back(grid, neediest_first(turn(grid), columns, rows))


def turn(grid: Sequence[str]) -> list[str]:
    """The columns as rows."""
    return ["".join(column) for column in zip(*grid, strict=True)]


def turned_back(grid: Sequence[str], answer: Sequence[int]) -> list[int]:
    """An answer for the grid whose rows are the columns, as one for the grid."""
    back = turn(filled(turn(grid), answer))
    return [int(new) for new, old in zip("".join(back), "".join(grid), strict=True) if old == OPEN]
