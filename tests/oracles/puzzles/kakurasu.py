"""Independent judge of envs/puzzles/kakurasu.py."""

import numpy as np

from rlve.authoring.gate import up_to

from ._shared import with_gaps_filled


@up_to(12)
def kakurasu(problem, answer) -> bool:
    """The sums are products of the grid with the vectors 1 2 3 ..."""
    grid = with_gaps_filled(problem.grid, answer)
    n, m = grid.shape
    return (
        bool(np.isin(grid, (0, 1)).all())
        and (grid @ np.arange(1, m + 1)).tolist() == list(problem.rows)
        and (np.arange(1, n + 1) @ grid).tolist() == list(problem.columns)
    )
