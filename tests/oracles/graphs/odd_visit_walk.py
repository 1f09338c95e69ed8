"""Independent judge of envs/graphs/odd_visit_walk.py."""

import networkx as nx

from rlve.authoring.gate import up_to


@up_to(20)
def odd_visit_walk(problem, answer) -> bool:
    """Steps back and forth along a path cancel out: what counts is each vertex's number in the list."""
    graph = nx.Graph(problem.edges)
    if not all(vertex in graph for vertex in answer) or not nx.is_path(graph, list(answer)):
        return False
    return all(list(answer).count(vertex) % 2 == 1 for vertex in range(problem.n))
