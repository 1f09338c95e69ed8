"""Independent judge of envs/puzzles/futoshiki.py."""

import numpy as np

from rlve.authoring.gate import up_to

from ._shared import is_latin


@up_to(10)
def futoshiki(problem, answer) -> bool:
    square, given, less = np.array(answer), np.array(problem.grid), np.array(problem.less)
    if not is_latin(square) or (square != given)[given >= 0].any():
        return False
    return bool((square[less[:, 0], less[:, 1]] < square[less[:, 2], less[:, 3]]).all())
