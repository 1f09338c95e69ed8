"""Independent judge of envs/trees/max_components_after_removing_two_tree_paths.py."""

import itertools
from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to

from ._shared import as_graph


@lru_cache(maxsize=200)
def _most_components(edges) -> int:
    """Over all pairs of paths without a common edge; a component has one vertex whose parent, seen from 0, is not in it."""
    tree = as_graph(edges)
    paths = {tuple(sorted((u, v))): nx.shortest_path(tree, u, v) for u in tree for v in tree}
    sets = [(frozenset(path), frozenset(map(frozenset, itertools.pairwise(path)))) for path in paths.values()]
    unions = {first | second for first, used in sets for second, other in sets if not used & other}
    parent = dict(nx.bfs_predecessors(tree, 0))
    return max(sum(v not in union and (v == 0 or parent[v] in union) for v in tree) for union in unions)


def _components_without(edges, removed) -> int:
    return nx.number_connected_components(nx.restricted_view(as_graph(edges), removed, ()))


@up_to(1)
def max_components_after_removing_two_tree_paths(problem, answer) -> bool:
    tree = as_graph(problem.edges)
    first, second = nx.shortest_path(tree, *answer[:2]), nx.shortest_path(tree, *answer[2:])
    used = [set(map(frozenset, itertools.pairwise(path))) for path in (first, second)]
    if used[0] & used[1]:
        return False
    return _components_without(problem.edges, {*first, *second}) == _most_components(problem.edges)
