"""Independent judge of envs/graphs/split_graph_partition_counting.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _splits_by_vertex(n, edges) -> tuple[int, ...]:
    """All two-colourings of the vertices one by one, as bit sets."""
    joined = [0] * n
    for u, v in edges:
        joined[u] |= 1 << v
        joined[v] |= 1 << u
    everything, counts = (1 << n) - 1, [0] * n
    for clique in range(1, everything):
        inside = [v for v in range(n) if clique >> v & 1]
        outside = [v for v in range(n) if not clique >> v & 1]
        if all(joined[v] & clique == clique ^ 1 << v for v in inside) and not any(joined[v] & ~clique for v in outside):
            for v in inside:
                counts[v] += 1
    return tuple(counts)


@up_to(6)
def split_graph_partition_counting(problem, answer) -> bool:
    return answer == _splits_by_vertex(problem.n, problem.edges)
