"""Independent judge of envs/geometry/weighted_chebyshev_median_point.py."""

from functools import lru_cache

import numpy as np

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _sums(points):
    """The weighted sum for every point of the box, three wider on each side than that of the given points, by position in it."""
    xs, ys, weights = np.array(points).T
    low, high = min(xs.min(), ys.min()) - 3, max(xs.max(), ys.max()) + 4
    a, b = np.meshgrid(np.arange(low, high), np.arange(low, high), indexing="ij")
    distances = np.maximum(abs(a[..., None] - xs), abs(b[..., None] - ys))
    return int(low), (distances * weights).sum(axis=2)


@up_to(10)
def weighted_chebyshev_median_point(problem, answer) -> bool:
    """Try every point, those outside the range included."""
    low, sums = _sums(problem.points)
    x, y = (coordinate - low for coordinate in answer)
    inside = 0 <= x < len(sums) and 0 <= y < len(sums)
    return all(0 <= part <= problem.side for part in answer) and inside and bool(sums[x, y] == sums.min())
