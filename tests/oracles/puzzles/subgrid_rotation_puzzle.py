"""Independent judge of envs/puzzles/subgrid_rotation_puzzle.py."""

import numpy as np

from rlve.authoring.gate import up_to


@up_to(20)
def subgrid_rotation_puzzle(problem, answer) -> bool:
    """Blocks are views of an array, and numpy rotates them."""
    board = np.array(problem.start)
    if len(answer) != len(problem.solution):
        return False
    for i, j in np.reshape(answer, (-1, 2)):
        block = board[i : i + problem.side, j : j + problem.side]
        if block.shape != (problem.side, problem.side):
            return False
        block[:] = np.rot90(block).copy()
    return bool((board == np.array(problem.target)).all())
