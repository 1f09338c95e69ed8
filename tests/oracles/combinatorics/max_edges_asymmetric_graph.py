"""Independent judge of envs/combinatorics/max_edges_asymmetric_graph.py."""

from functools import cache
from itertools import islice

import networkx as nx
from networkx.algorithms.isomorphism import GraphMatcher

from rlve.authoring.gate import up_to


def _asymmetric(graph) -> bool:
    """The identity is the only isomorphism to itself."""
    degree = nx.average_neighbor_degree(graph)
    for vertex in graph:
        graph.nodes[vertex]["like"] = (graph.degree[vertex], degree[vertex])
    matcher = GraphMatcher(graph, graph, node_match=lambda a, b: a["like"] == b["like"])
    return len(list(islice(matcher.isomorphisms_iter(), 2))) == 1


@cache
def _fewest_missing(n) -> int:
    """Missing pairs are n less the parts they make that are trees, and those are asymmetric trees, no two alike."""
    trees, total = 0, 0
    for size in range(1, n + 1):
        some = [nx.empty_graph(1)] if size == 1 else nx.nonisomorphic_trees(size)
        for tree in some:
            if total + size > n:
                return n - trees
            if _asymmetric(tree):
                trees, total = trees + 1, total + size
    return n - trees


@up_to(10)
def max_edges_asymmetric_graph(problem, answer) -> bool:
    missing = nx.Graph()
    missing.add_nodes_from(range(problem.n))
    missing.add_edges_from(problem.missing)
    missing.add_edges_from(zip(answer[::2], answer[1::2], strict=False))
    removed = len(answer) / 2
    if any(u == v for u, v in missing.edges) or missing.number_of_edges() != len(problem.missing) + removed:
        return False
    return missing.number_of_edges() == _fewest_missing(problem.n) and _asymmetric(missing)
