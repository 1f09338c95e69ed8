"""Independent judge of envs/puzzles/sudoku_rectangular_boxes.py."""

import numpy as np

from rlve.authoring.gate import up_to

from ._shared import is_latin, with_answer


@up_to(12)
def sudoku_rectangular_boxes(problem, answer) -> bool:
    """The boxes, each as a line, form a square of which each line holds each digit."""
    h, w, n = problem.height, problem.width, len(problem.grid)
    grid = with_answer([[-1 if cell == "?" else int(cell) for cell in row] for row in problem.grid], answer) - 1
    boxes = np.sort(grid.reshape(w, h, h, w).swapaxes(1, 2).reshape(n, n), axis=1)
    return is_latin(grid) and bool((boxes == np.arange(n)).all())
