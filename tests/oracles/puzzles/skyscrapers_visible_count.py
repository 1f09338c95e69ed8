"""Independent judge of envs/puzzles/skyscrapers_visible_count.py."""

import numpy as np

from rlve.authoring.gate import up_to

from ._shared import is_latin


def _visible(square) -> list[int]:
    """Of each row, the buildings that hide no other from the left: those as high as the running maximum."""
    return (square == np.maximum.accumulate(square, axis=1)).sum(axis=1).tolist()


@up_to(10)
def skyscrapers_visible_count(problem, answer) -> bool:
    """The grid is mirrored and turned, and always looked at from the left; a count of 0 is not known."""
    square = np.array(answer)
    left, right = zip(*problem.left_right, strict=True)
    top, bottom = zip(*problem.top_bottom, strict=True)
    looks = [(square, left), (square[:, ::-1], right), (square.T, top), (square.T[:, ::-1], bottom)]
    return is_latin(square) and all(
        count in (0, visible) for view, seen in looks for count, visible in zip(seen, _visible(view), strict=True)
    )
