"""Independent judge of envs/graphs/shortest_all_vertex_walk.py."""

from collections import defaultdict
from functools import lru_cache
from heapq import heappop, heappush

from rlve.authoring.gate import up_to

from ._shared import walk_weight, weighted_digraph


@lru_cache(maxsize=1000)
def _least_all_vertex_weight(problem) -> int:
    """Dijkstra's algorithm over the pairs of a set of visited vertices and the vertex where the walk stands."""
    graph = weighted_digraph(problem.arcs)
    queue = [(0, 1 << vertex, vertex) for vertex in range(problem.n)]
    least = defaultdict(lambda: float("inf"))
    while queue:
        weight, visited, vertex = heappop(queue)
        if visited == (1 << problem.n) - 1:
            return weight
        if weight > least[visited, vertex]:
            continue
        for onward, arc in graph[vertex].items():
            state = visited | 1 << onward, onward
            if weight + arc["weight"] < least[state]:
                least[state] = weight + arc["weight"]
                heappush(queue, (least[state], *state))
    raise AssertionError("no walk visits every vertex")


@up_to(4)
def shortest_all_vertex_walk(problem, answer) -> bool:
    if set(answer) != set(range(problem.n)):
        return False
    return walk_weight(problem.arcs, answer) == _least_all_vertex_weight(problem)
