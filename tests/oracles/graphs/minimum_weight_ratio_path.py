"""Independent judge of envs/graphs/minimum_weight_ratio_path.py."""

from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _graph(edges) -> nx.Graph:
    graph = nx.Graph()
    graph.add_weighted_edges_from(edges)
    return graph


def _ratio(edges, path) -> Fraction:
    weights = [_graph(edges).edges[step]["weight"] for step in pairwise(path)]
    return Fraction(max(weights), min(weights))


@lru_cache(maxsize=1000)
def _least_ratio(n, edges) -> Fraction:
    return min(_ratio(edges, path) for path in nx.all_simple_paths(_graph(edges), 0, n - 1))


@up_to(5)
def minimum_weight_ratio_path(problem, answer) -> bool:
    if (answer[0], answer[-1]) != (0, problem.n - 1) or not nx.is_simple_path(_graph(problem.edges), list(answer)):
        return False
    return _ratio(problem.edges, answer) == _least_ratio(problem.n, problem.edges)
