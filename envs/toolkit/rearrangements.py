"""Grids of different integers that moves turn into one another."""

from collections.abc import Sequence
from random import Random

from rlve.envs.toolkit.text import rows

Board = Sequence[Sequence[int]]


def random_board(rng: Random, height: int, width: int) -> list[int]:
    """The integers from 0 in random order, as many as cells, in reading order."""
    return rng.sample(range(height * width), height * width)


def in_rows(cells: Sequence[int], width: int) -> list[Sequence[int]]:
    """A grid, given its cells in reading order."""
    return [cells[start : start + width] for start in range(0, len(cells), width)]


def start_and_target(start: Board, target: Board) -> str:
    """The lines that show two grids of the same shape."""
    shape = f"{len(start)} rows and {len(start[0])} columns"
    return f"Here are a start grid of {shape}\n{rows(start)}\nand a target grid\n{rows(target)}"


def way_made(
    start: Sequence[Sequence[int]], reached: Sequence[Sequence[int]], target: Sequence[Sequence[int]]
) -> tuple[int, int]:
    """Of the cells in which start and target differ, how many are right now, less those that were right and no longer are."""
    wrong_before, right_now = 0, 0
    for before, now, wanted in zip(start, reached, target, strict=True):
        for a, b, c in zip(before, now, wanted, strict=True):
            wrong_before += a != c
            right_now += (b == c) - (a == c)
    return max(0, right_now), wrong_before
