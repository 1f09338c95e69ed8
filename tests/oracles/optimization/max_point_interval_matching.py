"""Independent judge of envs/optimization/max_point_interval_matching.py."""

from functools import lru_cache

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _most(points, intervals) -> int:
    x, ends = np.array(points)[:, None], np.array(intervals).T
    inside = (ends[0] <= x) & (x <= ends[1])
    return int((maximum_bipartite_matching(csr_array(inside.astype(int))) >= 0).sum())


@up_to(8)
def max_point_interval_matching(problem, answer) -> bool:
    """Count the intervals that are given for a single point, one that lies in them."""
    if len(answer) != len(problem.points) or not set(answer) <= set(range(-1, len(problem.intervals))):
        return False
    matched = 0
    for number, (left, right) in enumerate(problem.intervals):
        inside = [left <= x <= right for x, interval in zip(problem.points, answer, strict=True) if interval == number]
        matched += inside == [True]
    return matched == _most(problem.points, problem.intervals)
