"""Independent judge of envs/graphs/longest_simple_path_directed.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to

from ._shared import walk_weight, weighted_digraph


@lru_cache(maxsize=1000)
def _greatest(n, arcs) -> int:
    """All simple paths, by how they go on."""
    graph = weighted_digraph(arcs)
    paths, greatest = [((v,), 0) for v in graph], 0
    while paths:
        path, weight = paths.pop()
        greatest = max(greatest, weight)
        paths += [((*path, v), weight + data["weight"]) for v, data in graph[path[-1]].items() if v not in path]
    return greatest


@up_to(4)
def longest_simple_path_directed(problem, answer) -> bool:
    weight = walk_weight(problem.arcs, answer)
    return len({*answer}) == len(answer) and weight == _greatest(problem.n, problem.arcs)
