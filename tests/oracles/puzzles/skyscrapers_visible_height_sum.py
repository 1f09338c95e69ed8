"""Independent judge of envs/puzzles/skyscrapers_visible_height_sum.py."""

import numpy as np

from rlve.authoring.gate import up_to

from ._shared import is_latin, with_answer


@up_to(20)
def skyscrapers_visible_height_sum(problem, answer) -> bool:
    """The grid is mirrored and turned, and always looked at from the left: what equals the running maximum is seen."""
    square = with_answer([[-1 if cell == "?" else int(cell) for cell in row] for row in problem.grid], answer)
    views = [square, square[:, ::-1], square.T, square.T[:, ::-1]]
    seen = [np.where(view == np.maximum.accumulate(view, axis=1), view, 0).sum(axis=1) for view in views]
    return is_latin(square - 1) and all(seen[side][line] == total for side, line, total in problem.sums)
