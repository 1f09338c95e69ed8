"""Independent judge of envs/graphs/power_of_two_walk_hops.py."""

from functools import lru_cache
from itertools import pairwise

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _hop_graph(problem) -> nx.DiGraph:
    """Step after step, where walks from each vertex have come."""
    onward = {v: {head for tail, head in problem.arcs if tail == v} for v in range(problem.n)}
    hops = nx.empty_graph(problem.n, create_using=nx.DiGraph)
    for v in range(problem.n):
        ends = {v}
        for length in range(1, 2**problem.doublings + 1):
            ends = {head for end in ends for head in onward[end]}
            if length in (1, 2, 4, 8, 16):
                hops.add_edges_from((v, end) for end in ends)
    return hops


@up_to(8)
def power_of_two_walk_hops(problem, answer) -> bool:
    hops = _hop_graph(problem)
    way = [problem.start, *answer, problem.end]
    if not all(hops.has_edge(*step) for step in pairwise(way)):
        return False
    return len(way) == nx.shortest_path_length(hops, problem.start, problem.end) + 1
