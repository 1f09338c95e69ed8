"""Independent judge of envs/grids/binary_matrix_permutation_equivalence.py."""

import numpy as np

from rlve.authoring.gate import up_to


@up_to(10)
def binary_matrix_permutation_equivalence(problem, answer) -> bool:
    """With permutation matrices: they are orthogonal, and their product with the start is the goal."""
    start, goal = (np.array([[int(cell) for cell in row] for row in grid]) for grid in (problem.start, problem.goal))
    height, width = start.shape
    order, places = list(answer[:height]), [*problem.given, *answer[height:]]
    if (len(order), len(places)) != (height, width) or max(order) >= height or max(places) >= width:
        return False
    rows, columns = np.eye(height, dtype=int)[order], np.eye(width, dtype=int)[places]
    orthogonal = (rows.T @ rows == np.eye(height)).all() and (columns.T @ columns == np.eye(width)).all()
    return bool(orthogonal and (rows @ start @ columns.T == goal).all())
