"""Independent judge of envs/grids/matrix_max_pooling.py."""

import numpy as np

from rlve.authoring.gate import up_to


@up_to(10)
def matrix_max_pooling(problem, answer) -> bool:
    """Look at every window."""
    windows = np.lib.stride_tricks.sliding_window_view(np.array(problem.matrix), (problem.k, problem.k))
    return windows.max(axis=(2, 3)).tolist() == [list(row) for row in answer]
