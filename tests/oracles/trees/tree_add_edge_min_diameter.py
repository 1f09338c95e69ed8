"""Independent judge of envs/trees/tree_add_edge_min_diameter.py."""

from functools import lru_cache
from itertools import combinations

import numpy as np
from scipy.sparse.csgraph import floyd_warshall

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _diameters(problem) -> dict[tuple[int, int], float]:
    """For each pair of ends: all distances with the new edge, by those in the tree."""
    n = len(problem.edges) + 1
    graph = np.full((n, n), np.inf)
    for u, v, length in problem.edges:
        graph[u, v] = graph[v, u] = length
    tree = floyd_warshall(graph)
    found = {(x, x): tree.max() for x in range(n)}
    for x, y in combinations(range(n), 2):
        by_edge = np.add.outer(tree[x], tree[y]) + problem.length
        found[x, y] = np.minimum(tree, np.minimum(by_edge, by_edge.T)).max()
    return found


@up_to(6)
def tree_add_edge_min_diameter(problem, answer) -> bool:
    diameters = _diameters(problem)
    return diameters[tuple(sorted(answer))] == min(diameters.values())
