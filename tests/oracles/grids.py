"""Independent judges of the environments in envs/grids."""

import numpy as np

from rlve.authoring.gate import up_to


def spiral_matrix_traversal(problem, answer) -> bool:
    """Walk on the cells themselves and turn right where the way is blocked."""
    rows, columns = len(problem.matrix), len(problem.matrix[0])
    free = {(i, j) for i in range(rows) for j in range(columns)}
    i, j, di, dj = 0, 0, 0, 1
    seen = []
    while True:
        seen.append(problem.matrix[i][j])
        free.discard((i, j))
        if not free:
            return seen == list(answer)
        if (i + di, j + dj) not in free:
            di, dj = dj, -di
        i, j = i + di, j + dj


def all_ones_submatrix_counting(problem, answer) -> bool:
    """Look at every rectangle."""
    cells = np.array([[int(cell) for cell in row] for row in problem.rows])
    height, width = cells.shape
    tops = [(i, j) for i in range(height) for j in range(i + 1, height + 1)]
    sides = [(k, m) for k in range(width) for m in range(k + 1, width + 1)]
    return answer == sum(bool(cells[i:j, k:m].all()) for i, j in tops for k, m in sides)


@up_to(10)
def permute_matrix_both_diagonals_ones(problem, answer) -> bool:
    """With permutation matrices: both orders are bijections, and the products have full traces."""
    size = len(problem.matrix)
    rows, columns = (np.eye(size, dtype=int)[list(order)] for order in answer)
    if not (rows.sum(axis=0) == 1).all() or not (columns.sum(axis=0) == 1).all():
        return False
    permuted = rows @ np.array(problem.matrix) @ columns.T
    return permuted.trace() == permuted[:, ::-1].trace() == size


@up_to(6)
def submatrix_sum_divisible_counting(problem, answer) -> bool:
    """Add up every rectangle."""
    cells = np.array(problem.matrix)
    height, width = cells.shape
    tops = [(i, j) for i in range(height) for j in range(i + 1, height + 1)]
    sides = [(k, m) for k in range(width) for m in range(k + 1, width + 1)]
    return answer == sum(int(cells[i:j, k:m].sum()) % problem.k == 0 for i, j in tops for k, m in sides)
