"""Independent judge of envs/trees/equal_leaf_depth_min_edge_change.py."""

from functools import lru_cache

import numpy as np

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _least_cost(edges) -> float:
    """A table for each vertex: the cost of its subtree for each distance of the leaves below it, over all new lengths."""
    size = 1 + sum(length for _, _, length in edges)
    below = {vertex: [child for child in edges if child[0] == vertex] for vertex in range(len(edges) + 1)}
    longer = np.subtract.outer(np.arange(size), np.arange(size))  # new length of an edge, by depth above it and below it

    def table(vertex):
        if not below[vertex]:
            return np.where(np.arange(size) == 0, 0, np.inf)
        return sum(
            np.where(longer >= 0, abs(longer - length) + table(child), np.inf).min(axis=1) for _, child, length in below[vertex]
        )

    return table(0).min()


@up_to(5)
def equal_leaf_depth_min_edge_change(problem, answer) -> bool:
    return answer == _least_cost(problem.edges)
