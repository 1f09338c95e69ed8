"""Independent judge of envs/graphs/topological_ordering.py."""

import networkx as nx

from rlve.authoring.gate import up_to


@up_to(10)
def topological_ordering(problem, answer) -> bool:
    """Label after label, each removed from the graph once nothing there leads to it."""
    graph = nx.empty_graph(problem.n, create_using=nx.DiGraph)
    graph.add_edges_from(problem.constraints)
    for label in answer:
        if label not in graph or graph.in_degree(label):
            return False
        graph.remove_node(label)
    return not graph
