"""Independent judge of envs/grids/permute_matrix_both_diagonals_ones.py."""

import numpy as np

from rlve.authoring.gate import up_to


@up_to(10)
def permute_matrix_both_diagonals_ones(problem, answer) -> bool:
    """With permutation matrices: both orders are bijections, and the products have full traces."""
    size = len(problem.matrix)
    rows, columns = (np.eye(size, dtype=int)[list(order)] for order in answer)
    if not (rows.sum(axis=0) == 1).all() or not (columns.sum(axis=0) == 1).all():
        return False
    permuted = rows @ np.array(problem.matrix) @ columns.T
    return permuted.trace() == permuted[:, ::-1].trace() == size
