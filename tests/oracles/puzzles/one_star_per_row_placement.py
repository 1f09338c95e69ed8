"""Independent judge of envs/puzzles/one_star_per_row_placement.py."""

import numpy as np

from rlve.authoring.gate import up_to


@up_to(25)
def one_star_per_row_placement(problem, answer) -> bool:
    """The stars are drawn on the board; the block of 3 by 3 around each holds no other."""
    free = np.array([[cell == "." for cell in row] for row in problem.board])
    stars = np.zeros(free.shape, dtype=int)
    stars[np.arange(len(answer)), list(answer)] = 1
    framed = np.pad(stars, 1)
    blocks = np.lib.stride_tricks.sliding_window_view(framed, (3, 3)).sum(axis=(2, 3))
    return bool(free[stars == 1].all() and stars.sum(axis=0).max() == 1 and blocks[stars == 1].max() == 1)
