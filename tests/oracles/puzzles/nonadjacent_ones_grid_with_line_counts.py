"""Independent judge of envs/puzzles/nonadjacent_ones_grid_with_line_counts.py."""

import numpy as np

from rlve.authoring.gate import up_to

from ._shared import with_gaps_filled


@up_to(14)
def nonadjacent_ones_grid_with_line_counts(problem, answer) -> bool:
    grid = with_gaps_filled(problem.grid, answer)
    return (
        bool(np.isin(grid, (0, 1)).all())
        and grid.sum(axis=1).tolist() == list(problem.rows)
        and grid.sum(axis=0).tolist() == list(problem.columns)
        and not (grid[1:] & grid[:-1]).any()
        and not (grid[:, 1:] & grid[:, :-1]).any()
    )
