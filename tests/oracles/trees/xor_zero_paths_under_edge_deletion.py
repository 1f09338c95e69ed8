"""Independent judge of envs/trees/xor_zero_paths_under_edge_deletion.py."""

from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _counts(edges) -> tuple[int, ...]:
    """A search from every vertex, in each forest anew."""
    counts = []
    for first in range(len(edges)):
        forest = nx.Graph()
        forest.add_weighted_edges_from(edges[first:])
        count = 0
        for start in forest:
            xor = {start: 0}
            for u, v in nx.bfs_edges(forest, start):
                xor[v] = xor[u] ^ forest[u][v]["weight"]
                count += xor[v] == 0 and start < v
        counts.append(count)
    return tuple(counts)


@up_to(5)
def xor_zero_paths_under_edge_deletion(problem, answer) -> bool:
    return answer == _counts(problem.edges)
