"""Independent judge of envs/grids/permute_matrix_main_diagonal_ones.py."""

import numpy as np

from rlve.authoring.gate import up_to


@up_to(10)
def permute_matrix_main_diagonal_ones(problem, answer) -> bool:
    """Reorder the columns, and look at the trace."""
    cells = np.array([[int(cell) for cell in row] for row in problem.rows])
    return sorted(answer) == [*range(len(cells))] and cells[:, list(answer)].trace() == len(cells)
