"""Independent judge of envs/graphs/k_center_selection.py."""

from functools import lru_cache
from itertools import combinations

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _graph(edges) -> nx.Graph:
    graph = nx.Graph()
    graph.add_weighted_edges_from(edges)
    return graph


def _farthest(edges, chosen) -> int:
    return max(nx.multi_source_dijkstra_path_length(_graph(edges), {*chosen}).values())


@lru_cache(maxsize=1000)
def _least(n, edges, count) -> int:
    """All choices."""
    table = dict(nx.all_pairs_dijkstra_path_length(_graph(edges)))
    return min(max(min(table[v][u] for v in chosen) for u in range(n)) for chosen in combinations(range(n), count))


@up_to(6)
def k_center_selection(problem, answer) -> bool:
    return _farthest(problem.edges, answer) == _least(problem.n, problem.edges, problem.count)
