"""Independent judge of envs/trees/tree_patrol_with_added_edges.py."""

from functools import lru_cache
from itertools import combinations

import networkx as nx

from rlve.authoring.gate import up_to

from ._shared import as_graph


@lru_cache(maxsize=1000)
def _paths(edges) -> dict:
    """The edges on the path between any two vertices, as the bits of a number."""
    tree = as_graph(edges)
    bit = {frozenset(edge): 1 << place for place, edge in enumerate(edges)}
    return {
        (u, v): sum(bit[frozenset(edge)] for edge in nx.utils.pairwise(path))
        for u, paths in nx.all_pairs_shortest_path(tree)
        for v, path in paths.items()
    }


def _moves(edges, added) -> int:
    """The postman's route: each edge once, and again those on the shortest paths that pair up the vertices of odd degree."""
    whole = nx.MultiGraph([*edges, *added])
    pairs = nx.Graph()
    for u, v in combinations([vertex for vertex, degree in whole.degree if degree % 2], 2):
        pairs.add_edge(u, v, weight=_paths(edges)[u, v].bit_count())
    return whole.size() + sum(pairs[u][v]["weight"] for u, v in nx.min_weight_matching(pairs))


@lru_cache(maxsize=1000)
def _least(problem) -> int:
    """Over all ways to add one edge after the other: all sets of edges that this can make odd."""
    paths = {*_paths(problem.edges).values()}
    odd = {0}
    for _ in range(problem.added):
        odd = {some ^ path for some in odd for path in paths}
    return problem.added + 2 * len(problem.edges) - max(some.bit_count() for some in odd)


@up_to(3)
def tree_patrol_with_added_edges(problem, answer) -> bool:
    added = [*zip(answer[::2], answer[1::2], strict=True)]
    return len(added) == problem.added and _moves(problem.edges, added) == _least(problem)
