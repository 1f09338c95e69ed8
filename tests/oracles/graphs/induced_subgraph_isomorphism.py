"""Independent judge of envs/graphs/induced_subgraph_isomorphism.py."""

import networkx as nx

from rlve.authoring.gate import up_to


@up_to(10)
def induced_subgraph_isomorphism(problem, answer) -> bool:
    host, pattern = nx.empty_graph(problem.n), nx.empty_graph(problem.size)
    host.add_edges_from(problem.edges)
    pattern.add_edges_from(problem.pattern)
    image = nx.relabel_nodes(pattern, dict(enumerate(answer)))
    return len(image) == problem.size and nx.utils.graphs_equal(image, nx.Graph(host.subgraph(answer)))
