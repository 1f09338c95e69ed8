"""Independent judge of envs/graphs/spanning_tree_with_exact_weight_one_edges.py."""

import networkx as nx

from rlve.authoring.gate import up_to


@up_to(10)
def spanning_tree_with_exact_weight_one_edges(problem, answer) -> bool:
    graph = nx.Graph()
    graph.add_weighted_edges_from(problem.edges)
    tree = graph.edge_subgraph([problem.edges[number][:2] for number in answer])
    return len(tree) == problem.n and nx.is_tree(tree) and tree.size(weight="weight") == problem.ones
