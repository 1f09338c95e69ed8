"""Independent judge of envs/graphs/graph_with_k_shortest_paths.py."""

import networkx as nx

from rlve.authoring.gate import up_to


@up_to(10)
def graph_with_k_shortest_paths(problem, answer) -> bool:
    graph = nx.empty_graph(problem.n)
    graph.add_edges_from(problem.edges)
    before = graph.size()
    graph.add_edges_from(zip(answer[::2], answer[1::2], strict=True))
    if len(answer) % 2 or graph.size() < before + len(answer) // 2 or len(answer) // 2 > problem.most:
        return False
    if nx.number_of_selfloops(graph) or not nx.has_path(graph, problem.start, problem.end):
        return False
    return len(list(nx.all_shortest_paths(graph, problem.start, problem.end))) == problem.wanted
