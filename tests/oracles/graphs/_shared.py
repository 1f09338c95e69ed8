"""What several judges of envs/graphs use."""

import itertools
from functools import lru_cache

import networkx as nx


@lru_cache(maxsize=1000)
def weighted_digraph(arcs) -> nx.DiGraph:
    graph = nx.DiGraph()
    graph.add_weighted_edges_from(arcs)
    return graph


def walk_weight(arcs, walk) -> int | None:
    """The total weight of a walk, None when a step is no arc."""
    graph = weighted_digraph(arcs)
    if not all(graph.has_edge(*step) for step in itertools.pairwise(walk)):
        return None
    return sum(graph.edges[step]["weight"] for step in itertools.pairwise(walk))
