"""What several judges of envs/puzzles use."""

import numpy as np


def is_latin(square) -> bool:
    """Each number marks n cells, one in every row and one in every column."""
    one = np.ones(len(square), dtype=int)
    marks = [(square == number).astype(int) for number in range(len(square))]
    return all((mark.sum(axis=0) == one).all() and (mark.sum(axis=1) == one).all() for mark in marks)


def with_gaps_filled(grid, answer) -> np.ndarray:
    """A grid of digits as a matrix, the answer in place of its question marks in reading order."""
    cells = np.array([[-1 if cell == "?" else int(cell) for cell in row] for row in grid])
    cells[cells == -1] = answer  # boolean masks go row by row
    return cells


def with_answer(grid, answer):
    """A grid of numbers with the answer in the cells that hold -1, in reading order."""
    whole = np.array(grid)
    whole[whole == -1] = answer
    return whole
