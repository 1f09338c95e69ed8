"""Independent judges of the environments in envs/puzzles."""

import numpy as np

from rlve.authoring.gate import up_to


def _is_latin(square) -> bool:
    """Each number marks n cells, one in every row and one in every column."""
    one = np.ones(len(square), dtype=int)
    marks = [(square == number).astype(int) for number in range(len(square))]
    return all((mark.sum(axis=0) == one).all() and (mark.sum(axis=1) == one).all() for mark in marks)


@up_to(10)
def futoshiki(problem, answer) -> bool:
    square, given, less = np.array(answer), np.array(problem.grid), np.array(problem.less)
    if not _is_latin(square) or (square != given)[given >= 0].any():
        return False
    return bool((square[less[:, 0], less[:, 1]] < square[less[:, 2], less[:, 3]]).all())


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
    return _is_latin(square) and all(
        count in (0, visible) for view, seen in looks for count, visible in zip(seen, _visible(view), strict=True)
    )


@up_to(10)
def water_jug_measuring(problem, answer) -> bool:
    """Litre by litre; the tap is a jug that never empties and never fills."""
    if len(answer) % 2 or len(answer) > 2 * problem.fewest + 2:
        return False
    held, room = [0, 0, 0, 10**6], [*problem.capacities, 2 * 10**6]
    for source, into in zip(answer[::2], answer[1::2], strict=True):
        if source == into:
            return False
        while held[source] > 0 and held[into] < room[into]:
            held[source] -= 1
            held[into] += 1
        held[3] = 10**6
    return held[:3] == list(problem.targets)
