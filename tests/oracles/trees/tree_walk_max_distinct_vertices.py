"""Independent judge of envs/trees/tree_walk_max_distinct_vertices.py."""

from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to

from ._shared import as_graph


@lru_cache(maxsize=1000)
def _most(edges, moves) -> int:
    """All pairs of (vertex, vertices seen) that so many moves lead to."""
    tree = as_graph(edges)
    states = {(0, frozenset([0]))}
    for _ in range(moves):
        states = {(after, seen | {after}) for vertex, seen in states for after in tree[vertex]}
    return max(len(seen) for _, seen in states)


@up_to(3)
def tree_walk_max_distinct_vertices(problem, answer) -> bool:
    walk = [0, *answer]
    if len(walk) != problem.moves + 1 or not nx.is_path(as_graph(problem.edges), walk):
        return False
    return len({*walk}) == _most(problem.edges, problem.moves)
