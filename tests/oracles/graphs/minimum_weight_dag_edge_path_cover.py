"""Independent judge of envs/graphs/minimum_weight_dag_edge_path_cover.py."""

from collections import Counter
from functools import lru_cache

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
    """Paths are taken away, each as far as it goes, as long as arcs out of vertex 0 are left: then none at all should be."""
    left = Counter({arc[:2]: times for times, arc in zip(answer, problem.arcs, strict=True)})
    while onward := [arc for arc in left if arc[0] == 0]:
        while onward:
            left -= Counter(onward[:1])
            onward = [arc for arc in left if arc[0] == onward[0][1]]
    weight = sum(times * arc[2] for times, arc in zip(answer, problem.arcs, strict=True))
    return not left and min(answer) >= 1 and weight == _least_weight(problem.arcs)
