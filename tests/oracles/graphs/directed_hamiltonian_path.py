"""Independent judge of envs/graphs/directed_hamiltonian_path.py."""

import networkx as nx

from rlve.authoring.gate import up_to


@up_to(10)
def directed_hamiltonian_path(problem, answer) -> bool:
    graph = nx.DiGraph(list(problem.arcs))
    return set(answer) == set(graph) == set(range(problem.n)) and nx.is_simple_path(graph, list(answer))
