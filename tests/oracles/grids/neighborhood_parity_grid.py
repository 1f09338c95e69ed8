"""Independent judge of envs/grids/neighborhood_parity_grid.py."""

import numpy as np
from scipy.signal import convolve2d

from rlve.authoring.gate import up_to

PLUS = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]])


@up_to(10)
def neighborhood_parity_grid(problem, answer) -> bool:
    """By a convolution of the whole grid, after a look at the cells that were shown."""
    if any(old not in ("?", new) for rows in zip(problem.shown, answer, strict=True) for old, new in zip(*rows, strict=True)):
        return False
    cells, parities = (np.array([[int(cell) for cell in row] for row in rows]) for rows in (answer, problem.parities))
    return bool((convolve2d(cells, PLUS, mode="same") % 2 == parities).all())
