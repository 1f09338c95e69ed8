"""Independent judge of envs/graphs/directed_shortest_path.py."""

import networkx as nx

from rlve.authoring.gate import up_to

from ._shared import walk_weight, weighted_digraph


@up_to(10)
def directed_shortest_path(problem, answer) -> bool:
    target = problem.n - 1
    if (answer[0], answer[-1]) != (0, target):
        return False
    return walk_weight(problem.arcs, answer) == nx.bellman_ford_path_length(weighted_digraph(problem.arcs), 0, target)
