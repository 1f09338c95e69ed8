"""Independent judge of envs/trees/tree_facility_placement_nearest_ancestor.py."""

from functools import lru_cache
from itertools import combinations

import networkx as nx
import numpy as np

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _payments(problem) -> np.ndarray:
    """What each vertex pays for a facility at each vertex: without end where that is not on its way to the root."""
    tree = nx.DiGraph()
    tree.add_weighted_edges_from(problem.edges)
    n = len(tree)
    payments = np.full((n, n), np.inf)
    for facility, distances in nx.all_pairs_dijkstra_path_length(tree):
        for vertex, distance in distances.items():
            payments[vertex, facility] = distance * (0, *problem.demands)[vertex]
    return payments


def _total(problem, chosen) -> float:
    return _payments(problem)[:, [0, *chosen]].min(axis=1).sum()


@lru_cache(maxsize=1000)
def _least(problem) -> float:
    return min(_total(problem, chosen) for chosen in combinations(range(1, len(problem.edges) + 1), problem.facilities))


@up_to(5)
def tree_facility_placement_nearest_ancestor(problem, answer) -> bool:
    valid = len({*answer} - {0}) == problem.facilities
    return valid and _total(problem, answer) == _least(problem)
