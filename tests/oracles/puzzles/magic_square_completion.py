"""Independent judge of envs/puzzles/magic_square_completion.py."""

import numpy as np

from rlve.authoring.gate import up_to


@up_to(12)
def magic_square_completion(problem, answer) -> bool:
    square = np.array(problem.square)
    square[square == 0] = answer
    n = len(square)
    lines = [*square, *square.T, square.diagonal(), np.fliplr(square).diagonal()]
    return set(square.flat) == set(range(1, n * n + 1)) and all(2 * line.sum() == n * (n * n + 1) for line in lines)
