"""Independent judge of envs/puzzles/queen_completion.py."""

import numpy as np

from rlve.authoring.gate import up_to


@up_to(16)
def queen_completion(problem, answer) -> bool:
    """The completed board holds one queen in each row and column and at most one on each diagonal."""
    board = np.array([[cell == "Q" for cell in row] for row in problem.board])
    board[~board.any(axis=1), list(answer)] = True
    n = len(board)
    diagonals = [np.trace(one, offset) for one in (board, board[::-1]) for offset in range(1 - n, n)]
    return bool((board.sum(axis=0) == 1).all() and (board.sum(axis=1) == 1).all() and max(diagonals) == 1)
