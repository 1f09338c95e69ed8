"""Independent judge of envs/puzzles/binary_grid_no_three_in_row.py."""

import numpy as np

from rlve.authoring.gate import up_to

from ._shared import with_gaps_filled


@up_to(14)
def binary_grid_no_three_in_row(problem, answer) -> bool:
    """Three equal ones make a sum of 0 or 3."""
    grid = with_gaps_filled(problem.grid, answer)
    threes = [side[:-2] + side[1:-1] + side[2:] for side in (grid, grid.T)]
    return (
        bool(np.isin(grid, (0, 1)).all())
        and grid.sum(axis=1).tolist() == list(problem.rows)
        and grid.sum(axis=0).tolist() == list(problem.columns)
        and all(np.isin(sums, (1, 2)).all() for sums in threes)
    )
