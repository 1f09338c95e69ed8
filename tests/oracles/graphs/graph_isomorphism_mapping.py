"""Independent judge of envs/graphs/graph_isomorphism_mapping.py."""

import networkx as nx

from rlve.authoring.gate import up_to


@up_to(10)
def graph_isomorphism_mapping(problem, answer) -> bool:
    first, second = (nx.empty_graph(problem.n) for _ in range(2))
    first.add_edges_from(problem.first)
    second.add_edges_from(problem.second)
    image = nx.relabel_nodes(first, dict(enumerate(answer)))
    return set(answer) == set(second) and nx.utils.graphs_equal(image, second)
