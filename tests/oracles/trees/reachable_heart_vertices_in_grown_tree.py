"""Independent judge of envs/trees/reachable_heart_vertices_in_grown_tree.py."""

from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to

from ._shared import as_graph


@lru_cache(maxsize=1000)
def _hearts(edges) -> tuple[int, ...]:
    """All states (vertices that are there, heart), one step after the other."""
    tree = as_graph(edges)
    onward = {(u, v): nx.shortest_path(tree, u, v)[1] for u in tree for v in tree if u != v}
    states = {(frozenset([0]), 0)}
    for _ in edges:
        states = {
            (there | {new}, onward[heart, new])
            for there, heart in states
            for vertex in there
            for new in tree[vertex]
            if new not in there
        }
    return tuple(sorted({heart for _, heart in states}))


@up_to(4)
def reachable_heart_vertices_in_grown_tree(problem, answer) -> bool:
    return answer == _hearts(problem.edges)
