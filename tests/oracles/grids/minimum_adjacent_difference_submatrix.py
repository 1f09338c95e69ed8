"""Independent judge of envs/grids/minimum_adjacent_difference_submatrix.py."""

from functools import lru_cache
from itertools import combinations

import numpy as np

from rlve.authoring.gate import up_to


def _sum(cells: np.ndarray) -> int:
    return int(np.abs(np.diff(cells, axis=0)).sum() + np.abs(np.diff(cells, axis=1)).sum())


@lru_cache(maxsize=1000)
def _least(problem) -> int:
    """All choices of rows and columns."""
    cells = np.array(problem.matrix)
    rows, columns = (combinations(range(size), count) for size, count in zip(cells.shape, (problem.r, problem.c), strict=True))
    columns = [*columns]
    return min(_sum(cells[np.ix_(some, others)]) for some in rows for others in columns)


@up_to(3)
def minimum_adjacent_difference_submatrix(problem, answer) -> bool:
    rows, columns = answer[: problem.r], answer[problem.r :]
    cells = np.array(problem.matrix)
    for chosen, size in ((rows, cells.shape[0]), (columns, cells.shape[1])):
        if chosen != tuple(sorted({*chosen})) or not {*chosen} <= {*range(size)}:
            return False
    return _sum(cells[np.ix_(rows, columns)]) == _least(problem)
