"""Independent judge of envs/puzzles/survo_puzzle.py."""

import numpy as np

from rlve.authoring.gate import up_to

from ._shared import with_answer


@up_to(20)
def survo_puzzle(problem, answer) -> bool:
    grid = with_answer(problem.grid, answer)
    once = (np.bincount(grid.ravel(), minlength=grid.size) == 1).all()
    return bool(once and (grid.sum(axis=1) == problem.rows).all() and (grid.sum(axis=0) == problem.columns).all())
