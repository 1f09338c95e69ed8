"""Independent judge of envs/grids/torus_arrow_permutation_min_changes.py."""

from functools import lru_cache

import numpy as np
from scipy.optimize import linear_sum_assignment

from rlve.authoring.gate import up_to

STEPS = {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}


def _target(rows, i: int, j: int, letter: str) -> int:
    height, width = len(rows), len(rows[0])
    return (i + STEPS[letter][0]) % height * width + (j + STEPS[letter][1]) % width


@lru_cache(maxsize=1000)
def _fewest(problem) -> int:
    """The cheapest assignment of targets to cells, by scipy."""
    rows, width = problem.rows, len(problem.rows[0])
    costs = np.full((len(rows) * width,) * 2, 10**6)
    for cell in range(len(costs)):
        for letter in "LRUD":
            place = _target(rows, *divmod(cell, width), letter)
            costs[cell, place] = min(costs[cell, place], letter != rows[cell // width][cell % width])
    return int(costs[linear_sum_assignment(costs)].sum())


@up_to(8)
def torus_arrow_permutation_min_changes(problem, answer) -> bool:
    cells = [(i, j, letter) for i, row in enumerate(answer) for j, letter in enumerate(row)]
    changes = sum(letter != problem.rows[i][j] for i, j, letter in cells)
    return len({_target(answer, *cell) for cell in cells}) == len(cells) and changes == _fewest(problem)
