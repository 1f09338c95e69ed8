"""Independent judge of envs/puzzles/sliding_tile_puzzle.py."""

import numpy as np

from rlve.authoring.gate import up_to


@up_to(30)
def sliding_tile_puzzle(problem, answer) -> bool:
    """The tiles lie one after the other within a frame of -1; the blank changes places with what is so far away."""
    framed = np.pad(np.array(problem.start), 1, constant_values=-1)
    stride = framed.shape[1]
    tiles = framed.ravel().tolist()
    for move in answer:
        blank = tiles.index(0)
        other = blank + {"U": -stride, "D": stride, "L": -1, "R": 1}[move]
        if tiles[other] < 0:
            return False
        tiles[blank], tiles[other] = tiles[other], 0
    return len(answer) == len(problem.solution) and tiles == np.pad(problem.target, 1, constant_values=-1).ravel().tolist()
