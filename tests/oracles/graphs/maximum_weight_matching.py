"""Independent judge of envs/graphs/maximum_weight_matching.py."""

from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _greatest(edges) -> int:
    graph = nx.Graph()
    graph.add_weighted_edges_from(edges)
    return sum(graph.edges[edge]["weight"] for edge in nx.max_weight_matching(graph))


@up_to(8)
def maximum_weight_matching(problem, answer) -> bool:
    weights = {frozenset((u, v)): weight for u, v, weight in problem.edges}
    pairs = list(zip(answer[::2], answer[1::2], strict=False))
    graph = nx.Graph([edge[:2] for edge in problem.edges])
    if len(answer) % 2 or not all(graph.has_edge(*pair) for pair in pairs) or not nx.is_matching(graph, set(pairs)):
        return False
    return sum(weights[frozenset(pair)] for pair in pairs) == _greatest(problem.edges)
