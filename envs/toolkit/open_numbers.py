"""Grids of integers some of whose cells are open, held as -1, as statements print them and answers fill them."""

from collections.abc import Collection, Sequence

from rlve.envs.toolkit.text import grid_of

OPEN = -1


def without(grid: Sequence[Sequence[int]], places: Collection[int]) -> tuple[list[list[int]], list[int]]:
    """A grid with these cells open, counted in reading order, and what stood there, in the same order."""
    width = len(grid[0])
    shown = [[OPEN if i * width + j in places else number for j, number in enumerate(row)] for i, row in enumerate(grid)]
    return shown, [grid[place // width][place % width] for place in sorted(places)]


def filled_numbers(grid: Sequence[Sequence[int]], answer: Sequence[int]) -> list[list[int]]:
    """The grid with the answer in its open cells, in reading order."""
    left = iter(answer)
    return [[next(left) if number == OPEN else number for number in row] for row in grid]


def open_grid_text(grid: Sequence[Sequence[int]]) -> str:
    """The sentence that introduces such a grid, and the grid."""
    lines = [" ".join(["?" if number == OPEN else str(number) for number in row]) for row in grid]
    return grid_of(lines, len(grid[0]))


def missing_numbers(grid: Sequence[Sequence[int]]) -> list[int]:
    """Which of the integers from 0 to one less than the number of cells do not stand in the grid, in ascending order."""
    shown = {number for row in grid for number in row}
    return [number for number in range(len(grid) * len(grid[0])) if number not in shown]
