"""Independent judge of envs/graphs/graph_bridges.py."""

from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _bridges(edges) -> set[int]:
    """Take each edge away."""
    graph = nx.Graph(list(edges))
    found = set()
    for number, edge in enumerate(edges):
        graph.remove_edge(*edge)
        if not nx.has_path(graph, *edge):
            found.add(number)
        graph.add_edge(*edge)
    return found


@up_to(10)
def graph_bridges(problem, answer) -> bool:
    return set(answer) == _bridges(problem.edges)
