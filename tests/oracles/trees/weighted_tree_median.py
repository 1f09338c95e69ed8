"""Independent judge of envs/trees/weighted_tree_median.py."""

from functools import lru_cache

import numpy as np
from scipy.sparse.csgraph import floyd_warshall

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _costs(problem) -> np.ndarray:
    """Of each vertex, by the distances of all pairs."""
    n = len(problem.weights)
    lengths = np.zeros((n, n))
    for u, v, length in problem.edges:
        lengths[u, v] = length
    return floyd_warshall(lengths, directed=False) @ problem.weights


@up_to(10)
def weighted_tree_median(problem, answer) -> bool:
    return _costs(problem)[answer] == _costs(problem).min()
