"""Independent judge of envs/graphs/tournament_longest_path.py."""

from functools import lru_cache
from itertools import pairwise

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _most_vertices(n, arcs, start) -> int:
    """All paths, by the set of their vertices and the last one."""
    onward = [[head for tail, head in arcs if tail == v] for v in range(n)]
    layer, most = {(1 << start, start)}, 0
    while layer:
        most += 1
        layer = {(seen | 1 << v, v) for seen, last in layer for v in onward[last] if not seen >> v & 1}
    return most


@up_to(5)
def tournament_longest_path(problem, answer) -> bool:
    graph = nx.DiGraph(list(problem.arcs))
    path = [problem.start, *answer]
    if len(set(path)) < len(path) or not all(graph.has_edge(*step) for step in pairwise(path)):
        return False
    return len(path) == _most_vertices(problem.n, problem.arcs, problem.start)
