"""Independent judge of envs/graphs/minimum_weight_dag_edge_path_cover.py."""

from functools import lru_cache
from itertools import pairwise

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _least_weight(arcs) -> int:
    """Network simplex: one unit on each arc is settled, a surplus may drain away, vertex 0 gives what is asked for."""
    graph, asked = nx.DiGraph(), dict.fromkeys([v for arc in arcs for v in arc[:2]], 0)
    for u, v, weight in arcs:
        graph.add_edge(u, v, weight=weight)
        asked[u] += 1
        asked[v] -= 1
    asked[0] -= 10 * len(arcs)
    for v in list(asked):
        graph.add_edge(v, "drain", weight=0)
    asked["drain"] = -sum(asked.values())
    nx.set_node_attributes(graph, asked, "demand")
    return sum(weight for _, _, weight in arcs) + nx.network_simplex(graph)[0]


@up_to(6)
def minimum_weight_dag_edge_path_cover(problem, answer) -> bool:
    weights = {(u, v): weight for u, v, weight in problem.arcs}
    starts = [place for place, vertex in enumerate(answer) if vertex == 0]
    paths = [answer[a:b] for a, b in pairwise([*starts, len(answer)])]
    if answer[0] or any(len(path) < 2 for path in paths):
        return False
    steps = [step for path in paths for step in pairwise(path)]
    if {*steps} != {*weights}:
        return False
    return sum(weights[step] for step in steps) == _least_weight(problem.arcs)
