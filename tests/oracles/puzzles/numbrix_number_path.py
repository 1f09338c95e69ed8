"""Independent judge of envs/puzzles/numbrix_number_path.py."""

import numpy as np

from rlve.authoring.gate import up_to

from ._shared import with_answer


@up_to(20)
def numbrix_number_path(problem, answer) -> bool:
    """The cells in the order of their numbers: each is one step from the one before."""
    grid = with_answer(problem.grid, answer)
    if sorted(grid.flat) != [*range(grid.size)]:
        return False
    cells = np.array(np.unravel_index(np.argsort(grid, axis=None), grid.shape))
    return bool((np.abs(np.diff(cells)).sum(axis=0) == 1).all())
