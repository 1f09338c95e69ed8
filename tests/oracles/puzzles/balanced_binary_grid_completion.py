"""Independent judge of envs/puzzles/balanced_binary_grid_completion.py."""

import numpy as np

from rlve.authoring.gate import up_to

from ._shared import with_gaps_filled


@up_to(20)
def balanced_binary_grid_completion(problem, answer) -> bool:
    """With -1 for 0, the lines add up to nothing."""
    signs = 2 * with_gaps_filled(problem.grid, answer) - 1
    return bool(np.isin(signs, (-1, 1)).all()) and not signs.sum(axis=0).any() and not signs.sum(axis=1).any()
