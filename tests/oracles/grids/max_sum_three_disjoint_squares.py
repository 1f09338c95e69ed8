"""Independent judge of envs/grids/max_sum_three_disjoint_squares.py."""

from functools import lru_cache

import numpy as np

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _largest(problem) -> int:
    """All triples of places, with the pairs that share no cell in a table."""
    k, cells = problem.k, np.array(problem.matrix)
    windows = np.lib.stride_tricks.sliding_window_view(cells, (k, k)).sum(axis=(2, 3))
    places = np.argwhere(windows >= 0)
    apart = (np.abs(places[:, None] - places[None]) >= k).any(axis=2)
    sums = windows.ravel()
    pairs = np.where(apart, sums[:, None] + sums, -(10**6))
    return max(int((pairs + np.where(row[:, None] & row, sums[i], -(10**6))).max()) for i, row in enumerate(apart))


@up_to(6)
def max_sum_three_disjoint_squares(problem, answer) -> bool:
    return answer == _largest(problem)
