"""Independent judge of envs/trees/max_weight_independent_set_tree.py."""

from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to

from ._shared import as_graph


@lru_cache(maxsize=1000)
def _heaviest_independent(problem) -> int:
    """The heaviest clique of the complement graph."""
    complement = nx.complement(as_graph(problem.edges))
    nx.set_node_attributes(complement, dict(enumerate(problem.weights)), "weight")
    return nx.max_weight_clique(complement)[1]


@up_to(8)
def max_weight_independent_set_tree(problem, answer) -> bool:
    if not set(answer) <= set(range(len(problem.weights))) or as_graph(problem.edges).subgraph(answer).edges:
        return False
    return sum(problem.weights[vertex] for vertex in answer) == _heaviest_independent(problem)
