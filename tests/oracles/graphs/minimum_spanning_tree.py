"""Independent judge of envs/graphs/minimum_spanning_tree.py."""

from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _least_tree_weight(edges) -> int:
    graph = nx.Graph()
    graph.add_weighted_edges_from(edges)
    return nx.minimum_spanning_tree(graph, algorithm="prim").size(weight="weight")


@up_to(10)
def minimum_spanning_tree(problem, answer) -> bool:
    weights = {(u, v): weight for a, b, weight in problem.edges for u, v in ((a, b), (b, a))}
    pairs = list(zip(answer[::2], answer[1::2], strict=True))
    tree = nx.Graph(pairs)
    if not all(pair in weights for pair in pairs) or len(tree) < problem.n or not nx.is_tree(tree):
        return False
    return sum(weights[pair] for pair in pairs) == _least_tree_weight(problem.edges)
