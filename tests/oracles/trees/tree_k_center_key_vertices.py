"""Independent judge of envs/trees/tree_k_center_key_vertices.py."""

import itertools
from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _lengths(edges) -> dict[int, dict[int, int]]:
    """The distances between all pairs of vertices."""
    tree = nx.Graph()
    tree.add_weighted_edges_from(edges)
    return dict(nx.all_pairs_dijkstra_path_length(tree))


def _radius(problem, centres) -> int:
    distance = _lengths(problem.edges)
    return max(min(distance[key][centre] for centre in centres) for key in problem.keys)


@lru_cache(maxsize=1000)
def _least_radius(problem) -> int:
    """Over all choices of centres."""
    return min(_radius(problem, some) for some in itertools.combinations(range(len(problem.edges) + 1), problem.centres))


@up_to(5)
def tree_k_center_key_vertices(problem, answer) -> bool:
    return len(set(answer)) == problem.centres and _radius(problem, answer) == _least_radius(problem)
