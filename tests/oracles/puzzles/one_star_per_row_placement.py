"""Independent judge of envs/puzzles/one_star_per_row_placement.py."""

import numpy as np
from scipy.signal import convolve2d

from rlve.authoring.gate import up_to


@up_to(25)
def one_star_per_row_placement(problem, answer) -> bool:
    """The stars are drawn on the board; no block of 3 by 3 around a star holds a second one."""
    free = np.array([[cell == "." for cell in row] for row in problem.board])
    stars = np.zeros(free.shape, dtype=int)
    stars[np.arange(len(answer)), list(answer)] = 1
    around = convolve2d(stars, np.ones((3, 3), dtype=int), mode="same")
    return bool(free[stars == 1].all() and stars.sum(axis=0).max() == 1 and around[stars == 1].max() == 1)
