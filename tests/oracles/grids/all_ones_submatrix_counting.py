"""Independent judge of envs/grids/all_ones_submatrix_counting.py."""

import numpy as np

from rlve.authoring.gate import up_to


@up_to(8)
def all_ones_submatrix_counting(problem, answer) -> bool:
    """Look at every rectangle."""
    cells = np.array([[int(cell) for cell in row] for row in problem.rows])
    height, width = cells.shape
    tops = [(i, j) for i in range(height) for j in range(i + 1, height + 1)]
    sides = [(k, m) for k in range(width) for m in range(k + 1, width + 1)]
    return answer == sum(bool(cells[i:j, k:m].all()) for i, j in tops for k, m in sides)
