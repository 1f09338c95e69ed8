"""Independent judge of envs/graphs/even_degree_vertex_partition.py."""

import networkx as nx

from rlve.authoring.gate import up_to


@up_to(10)
def even_degree_vertex_partition(problem, answer) -> bool:
    graph = nx.Graph(list(problem.edges))
    groups = [graph.subgraph([v for v in graph if answer[v] == group]) for group in (1, 2)]
    return all(degree % 2 == 0 for group in groups for _, degree in group.degree())
