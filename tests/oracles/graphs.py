"""Independent judges of the environments in envs/graphs."""

import itertools
from collections import Counter, defaultdict
from functools import lru_cache
from heapq import heappop, heappush

import networkx as nx

from rlve.check import up_to


@lru_cache(maxsize=1000)
def _digraph(arcs) -> nx.DiGraph:
    graph = nx.DiGraph()
    graph.add_weighted_edges_from(arcs)
    return graph


def _walk_weight(arcs, walk) -> int | None:
    """The total weight of a walk, None when a step is no arc."""
    graph = _digraph(arcs)
    if not all(graph.has_edge(*step) for step in itertools.pairwise(walk)):
        return None
    return sum(graph.edges[step]["weight"] for step in itertools.pairwise(walk))


@up_to(10)
def directed_shortest_path(problem, answer) -> bool:
    target = problem.n - 1
    if (answer[0], answer[-1]) != (0, target):
        return False
    return _walk_weight(problem.arcs, answer) == nx.bellman_ford_path_length(_digraph(problem.arcs), 0, target)


@lru_cache(maxsize=1000)
def _walks_without_turn(problem) -> int:
    """All walks by their last two vertices, one step after the other, in exact integers."""
    graph = nx.Graph(list(problem.edges))
    walks = Counter({(None, 0): 1})
    for _ in range(problem.steps):
        longer = Counter()
        for (before, here), count in walks.items():
            for onward in graph[here]:
                if onward != before:
                    longer[here, onward] += count
        walks = longer
    return sum(count for (_, end), count in walks.items() if end == problem.n - 1)


@up_to(6)
def non_backtracking_walk_count(problem, answer) -> bool:
    return _walks_without_turn(problem) % 10007 == answer


@lru_cache(maxsize=1000)
def _least_all_vertex_weight(problem) -> int:
    """Dijkstra's algorithm over the pairs of a set of visited vertices and the vertex where the walk stands."""
    graph = _digraph(problem.arcs)
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
    return _walk_weight(problem.arcs, answer) == _least_all_vertex_weight(problem)
