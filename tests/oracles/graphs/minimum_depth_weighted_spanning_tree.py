"""Independent judge of envs/graphs/minimum_depth_weighted_spanning_tree.py."""

from functools import lru_cache
from itertools import combinations

import networkx as nx

from rlve.authoring.gate import up_to


def _cost(tree, root) -> int:
    depth = nx.single_source_shortest_path_length(tree, root)
    return sum(data["weight"] * max(depth[u], depth[v]) for u, v, data in tree.edges(data=True))


@lru_cache(maxsize=1000)
def _least_cost(n, edges) -> int:
    """All spanning trees, with all roots."""
    least = None
    for chosen in combinations(edges, n - 1):
        tree = nx.Graph()
        tree.add_weighted_edges_from(chosen)
        if len(tree) == n and nx.is_connected(tree):
            cost = min(_cost(tree, root) for root in tree)
            least = cost if least is None else min(least, cost)
    return least


@up_to(3)
def minimum_depth_weighted_spanning_tree(problem, answer) -> bool:
    weights = {frozenset(edge[:2]): edge[2] for edge in problem.edges}
    roots = [v for v, parent in enumerate(answer) if v == parent]
    pairs = [(v, parent) for v, parent in enumerate(answer) if v != parent]
    tree = nx.Graph(pairs)
    if len(roots) != 1 or len(tree) < problem.n or not nx.is_tree(tree) or not all(frozenset(pair) in weights for pair in pairs):
        return False
    nx.set_edge_attributes(tree, {pair: weights[frozenset(pair)] for pair in pairs}, "weight")
    return _cost(tree, roots[0]) == _least_cost(problem.n, problem.edges)
