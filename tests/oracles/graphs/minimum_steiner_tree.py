"""Independent judge of envs/graphs/minimum_steiner_tree.py."""

from functools import lru_cache
from itertools import combinations

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _graph(edges) -> nx.Graph:
    graph = nx.Graph()
    graph.add_weighted_edges_from(edges)
    return graph


@lru_cache(maxsize=1000)
def _least_weight(problem) -> int:
    """Minimum spanning trees of the terminals with any other vertices."""
    others = [v for v in range(problem.n) if v not in problem.terminals]
    parts = [
        _graph(problem.edges).subgraph([*problem.terminals, *some])
        for size in range(len(others) + 1)
        for some in combinations(others, size)
    ]
    trees = [nx.minimum_spanning_tree(part) for part in parts if nx.is_connected(part)]
    return min(tree.size(weight="weight") for tree in trees)


@up_to(4)
def minimum_steiner_tree(problem, answer) -> bool:
    pairs = [*zip(answer[::2], answer[1::2], strict=False)]
    chosen, graph = nx.Graph(pairs), _graph(problem.edges)
    if len(answer) % 2 or chosen.number_of_edges() < len(pairs) or not all(graph.has_edge(*pair) for pair in pairs):
        return False
    if not all(v in chosen and nx.has_path(chosen, problem.terminals[0], v) for v in problem.terminals):
        return False
    return sum(graph.edges[pair]["weight"] for pair in pairs) == _least_weight(problem)
