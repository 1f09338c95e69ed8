"""Independent judge of envs/trees/tree_k_center_key_vertices.py."""

from bisect import bisect_left
from functools import lru_cache

import numpy as np
from scipy.sparse.csgraph import shortest_path

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _lengths(edges) -> np.ndarray:
    """The distances between all pairs of vertices, by scipy."""
    n = len(edges) + 1
    lengths = np.zeros((n, n))
    for u, v, length in edges:
        lengths[u, v] = length
    return shortest_path(lengths, directed=False)


@lru_cache(maxsize=1000)
def _least_radius(problem) -> int:
    """The least distance within which centres are enough: one after the other, each of all that reach the first key left."""
    lengths = _lengths(problem.edges)[:, list(problem.keys)]

    def enough(radius) -> bool:
        reached = [frozenset(np.flatnonzero(row <= radius).tolist()) for row in lengths]
        left = {frozenset(range(len(problem.keys)))}
        for _ in range(problem.centres):
            left = {some - near for some in left for near in reached if min(some) in near}
            if frozenset() in left:
                return True
        return False

    radii = np.unique(lengths)
    return radii[bisect_left(radii, True, key=enough)]


@up_to(5)
def tree_k_center_key_vertices(problem, answer) -> bool:
    lengths = _lengths(problem.edges)[np.ix_(list(answer), list(problem.keys))]
    return len(set(answer)) == problem.centres and lengths.min(axis=0).max() == _least_radius(problem)
