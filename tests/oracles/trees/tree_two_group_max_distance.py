"""Independent judge of envs/trees/tree_two_group_max_distance.py."""

from functools import lru_cache
from itertools import combinations

import numpy as np
from scipy.sparse.csgraph import floyd_warshall

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _distances(edges) -> np.ndarray:
    lengths = np.zeros((len(edges) + 1, len(edges) + 1))
    for u, v, length in edges:
        lengths[u, v] = length
    return floyd_warshall(lengths, directed=False)


def _doubled_sum(edges, chosen) -> float:
    other = [vertex for vertex in range(len(edges) + 1) if vertex not in chosen]
    return sum(_distances(edges)[np.ix_(group, group)].sum() for group in ([*chosen], other))


@lru_cache(maxsize=1000)
def _largest(problem) -> float:
    return max(_doubled_sum(problem.edges, some) for some in combinations(range(len(problem.edges) + 1), problem.chosen))


@up_to(4)
def tree_two_group_max_distance(problem, answer) -> bool:
    return len({*answer}) == problem.chosen and _doubled_sum(problem.edges, answer) == _largest(problem)
