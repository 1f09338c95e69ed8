"""Grids of integers as statements print them, and the cells beside each cell of a grid."""

from collections.abc import Sequence

from rlve.envs.toolkit.text import grid_of


def number_grid(entries: Sequence[Sequence[int]]) -> str:
    """The sentence that shows a grid of integers."""
    return grid_of([" ".join(map(str, row)) for row in entries], len(entries[0]))


def beside(height: int, width: int) -> list[list[int]]:
    """For each cell, row by row from 0, the cells above, left, right and below that there are."""
    cells = range(height * width)
    return [
        [
            other
            for other, inside in (
                (cell - width, cell >= width),
                (cell - 1, cell % width > 0),
                (cell + 1, cell % width < width - 1),
                (cell + width, cell + width < height * width),
            )
            if inside
        ]
        for cell in cells
    ]
