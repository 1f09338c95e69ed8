"""Independent judge of envs/graphs/all_cycles_xor_zero.py."""

import networkx as nx

from rlve.authoring.gate import up_to


@up_to(3)
def all_cycles_xor_zero(problem, answer) -> bool:
    """Cycle after cycle."""
    graph = nx.Graph()
    graph.add_weighted_edges_from(problem.edges)
    u, v, weight = answer
    if not graph.has_edge(u, v):
        return False
    graph.edges[u, v]["weight"] = weight
    for cycle in nx.simple_cycles(graph):
        xor = 0
        for step in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
            xor ^= graph.edges[step]["weight"]
        if xor:
            return False
    return True
