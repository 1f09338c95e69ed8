"""Independent judge of envs/trees/tree_edge_swap_diameter.py."""

from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to

from ._shared import as_graph


@lru_cache(maxsize=1000)
def _diameters(edges) -> dict:
    """Of all trees that removing an edge and adding one can make."""
    found = {}
    for edge in edges:
        rest = as_graph(edges)
        rest.remove_edge(*edge)
        distance = dict(nx.all_pairs_shortest_path_length(rest))
        within = max(far for row in distance.values() for far in row.values())
        for a in distance[edge[0]]:
            for b in distance[edge[1]]:
                across = max(distance[a].values()) + 1 + max(distance[b].values())
                found[frozenset(edge), frozenset([a, b])] = max(within, across)
    return found


@up_to(3)
def tree_edge_swap_diameter(problem, answer) -> bool:
    found = _diameters(problem.edges)
    best = (max if problem.long else min)(found.values())
    return found.get((frozenset(answer[:2]), frozenset(answer[2:]))) == best
