"""Independent judge of envs/graphs/minimum_k_way_cut_partition.py."""

from functools import lru_cache
from itertools import combinations

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _most_inside(edges, vertices, count) -> int:
    """The most edges inside of so many classes: all choices for the class of the first vertex, then the rest."""
    if count == 1:
        return nx.Graph(edges).subgraph(vertices).number_of_edges()
    first, *rest = vertices
    best = 0
    for size in range(len(rest) - count + 2):
        for others in combinations(rest, size):
            mine = {first, *others}
            inside = sum(u in mine and v in mine for u, v in edges)
            best = max(best, inside + _most_inside(edges, tuple(v for v in rest if v not in mine), count - 1))
    return best


@up_to(2)
def minimum_k_way_cut_partition(problem, answer) -> bool:
    if {*answer} != {*range(problem.count)}:
        return False
    inside = sum(answer[u] == answer[v] for u, v in problem.edges)
    return inside == _most_inside(problem.edges, tuple(range(problem.n)), problem.count)
