"""Independent judge of envs/puzzles/minesweeper_mine_placement.py."""

import numpy as np
from scipy.ndimage import convolve

from rlve.authoring.gate import up_to

RING = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]])


@up_to(14)
def minesweeper_mine_placement(problem, answer) -> bool:
    """The clues are what the mines make, folded with a ring."""
    cells = np.array([list(row) for row in problem.grid])
    unknown = cells == "?"
    mines = np.zeros(cells.shape, dtype=int)
    mines[unknown] = answer
    clues = convolve(mines, RING, mode="constant")
    return set(answer) <= {0, 1} and bool((clues[~unknown] == cells[~unknown].astype(int)).all())
