"""Independent judge of envs/graphs/clique_with_planted_double_size.py."""

import networkx as nx

from rlve.authoring.gate import up_to


@up_to(10)
def clique_with_planted_double_size(problem, answer) -> bool:
    graph = nx.complete_graph(3 * problem.n)
    graph.remove_edges_from(problem.apart)
    chosen = graph.subgraph(answer)
    return len(chosen) == problem.n and nx.density(chosen) == 1
