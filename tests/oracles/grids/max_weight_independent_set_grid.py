"""Independent judge of envs/grids/max_weight_independent_set_grid.py."""

from functools import cache

import numpy as np

from rlve.authoring.gate import up_to


@cache
def _independent(height: int, width: int) -> np.ndarray:
    """All sets of cells of a grid of this shape that hold no two neighbours, one a row."""
    sets: list[frozenset[tuple[int, int]]] = [frozenset()]
    for i in range(height):
        for j in range(width):
            sets += [{*some, (i, j)} for some in sets if (i - 1, j) not in some and (i, j - 1) not in some]
    return np.array([[[(i, j) in some for j in range(width)] for i in range(height)] for some in sets]).reshape(len(sets), -1)


@up_to(4)
def max_weight_independent_set_grid(problem, answer) -> bool:
    sets = _independent(len(problem.matrix), len(problem.matrix[0]))
    numbers = np.array(problem.matrix).ravel()
    marks = np.array([mark == "1" for row in answer for mark in row])
    return bool((sets == marks).all(axis=1).any()) and numbers @ marks == (sets @ numbers).max()
