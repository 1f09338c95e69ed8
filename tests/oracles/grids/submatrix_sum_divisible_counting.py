"""Independent judge of envs/grids/submatrix_sum_divisible_counting.py."""

import numpy as np

from rlve.authoring.gate import up_to


@up_to(8)
def submatrix_sum_divisible_counting(problem, answer) -> bool:
    """Add up every rectangle."""
    cells = np.array(problem.matrix)
    height, width = cells.shape
    tops = [(i, j) for i in range(height) for j in range(i + 1, height + 1)]
    sides = [(k, m) for k in range(width) for m in range(k + 1, width + 1)]
    return answer == sum(int(cells[i:j, k:m].sum()) % problem.k == 0 for i, j in tops for k, m in sides)
