"""Independent judges of the environments in envs/trees."""

import itertools
from bisect import bisect_left
from functools import lru_cache

import networkx as nx
import numpy as np
from scipy.sparse.csgraph import shortest_path

from rlve.authoring.gate import up_to


@lru_cache(maxsize=10_000)
def _orders(inorder) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Pre-order and post-order of every binary tree with that in-order."""
    return [
        ((root, *left[0], *right[0]), (*left[1], *right[1], root))
        for i, root in enumerate(inorder)
        for left in _orders(inorder[:i])
        for right in _orders(inorder[i + 1 :])
    ] or [((), ())]


@up_to(5)
def preorder_from_inorder_postorder(problem, answer) -> bool:
    return [before for before, after in _orders(problem.inorder) if after == problem.postorder] == [tuple(answer)]


def _tree(edges) -> nx.Graph:
    """As networkx sees it; an edge list without edges is the tree of the single vertex 0."""
    return nx.Graph([tuple(edge) for edge in edges])


@lru_cache(maxsize=200)
def _most_components(edges) -> int:
    """Over all pairs of paths without a common edge; a component has one vertex whose parent, seen from 0, is not in it."""
    tree = _tree(edges)
    paths = {tuple(sorted((u, v))): nx.shortest_path(tree, u, v) for u in tree for v in tree}
    sets = [(frozenset(path), frozenset(map(frozenset, itertools.pairwise(path)))) for path in paths.values()]
    unions = {first | second for first, used in sets for second, other in sets if not used & other}
    parent = dict(nx.bfs_predecessors(tree, 0))
    return max(sum(v not in union and (v == 0 or parent[v] in union) for v in tree) for union in unions)


def _components_without(edges, removed) -> int:
    return nx.number_connected_components(nx.restricted_view(_tree(edges), removed, ()))


@up_to(1)
def max_components_after_removing_two_tree_paths(problem, answer) -> bool:
    tree = _tree(problem.edges)
    first, second = nx.shortest_path(tree, *answer[:2]), nx.shortest_path(tree, *answer[2:])
    used = [set(map(frozenset, itertools.pairwise(path))) for path in (first, second)]
    if used[0] & used[1]:
        return False
    return _components_without(problem.edges, {*first, *second}) == _most_components(problem.edges)


@lru_cache(maxsize=1000)
def _heaviest_independent(problem) -> int:
    """The heaviest clique of the complement graph."""
    complement = nx.complement(_tree(problem.edges))
    nx.set_node_attributes(complement, dict(enumerate(problem.weights)), "weight")
    return nx.max_weight_clique(complement)[1]


@up_to(8)
def max_weight_independent_set_tree(problem, answer) -> bool:
    if not set(answer) <= set(range(len(problem.weights))) or _tree(problem.edges).subgraph(answer).edges:
        return False
    return sum(problem.weights[vertex] for vertex in answer) == _heaviest_independent(problem)


@lru_cache(maxsize=1000)
def _hearts(edges) -> tuple[int, ...]:
    """All states (vertices that are there, heart), one step after the other."""
    tree = _tree(edges)
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


@lru_cache(maxsize=1000)
def _lengths(edges) -> np.ndarray:
    """The distances between all pairs of vertices, by scipy."""
    n = len(edges) + 1
    lengths = np.zeros((n, n))
    for u, v, length in edges:
        lengths[u, v] = length
    return shortest_path(lengths, directed=False)


@lru_cache(maxsize=1000)
def _least_radius(problem) -> int:
    """The least distance within which centres are enough: one after the other, each of all that reach the first key left."""
    lengths = _lengths(problem.edges)[:, list(problem.keys)]

    def enough(radius) -> bool:
        reached = [frozenset(np.flatnonzero(row <= radius).tolist()) for row in lengths]
        left = {frozenset(range(len(problem.keys)))}
        for _ in range(problem.centres):
            left = {some - near for some in left for near in reached if min(some) in near}
            if frozenset() in left:
                return True
        return False

    radii = np.unique(lengths)
    return radii[bisect_left(radii, True, key=enough)]


@up_to(5)
def tree_k_center_key_vertices(problem, answer) -> bool:
    lengths = _lengths(problem.edges)[np.ix_(list(answer), list(problem.keys))]
    return len(set(answer)) == problem.centres and lengths.min(axis=0).max() == _least_radius(problem)
