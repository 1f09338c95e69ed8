"""Independent judge of envs/puzzles/torus_shift_permutation_puzzle.py."""

import numpy as np

from rlve.authoring.gate import up_to


@up_to(20)
def torus_shift_permutation_puzzle(problem, answer) -> bool:
    """Rows of an array and of its transpose, a view, are rolled."""
    board = np.array(problem.start)
    if len(answer) != len(problem.solution):
        return False
    lines = [*board, *board.T]
    for line, places in np.reshape(answer, (-1, 2)):
        lines[line][:] = np.roll(lines[line], places)
    return bool((board == np.array(problem.target)).all())
