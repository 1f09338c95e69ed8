"""Independent judge of envs/graphs/achromatic_number_coloring.py."""

from functools import lru_cache
from itertools import combinations

import networkx as nx

from rlve.authoring.gate import up_to


def _is_complete(edges, colours) -> bool:
    """Merged by colour, the graph has no loop and is complete."""
    merged = nx.Graph([(colours[u], colours[v]) for u, v in edges])
    merged.add_nodes_from(colours)
    return nx.number_of_selfloops(merged) == 0 and all(merged.has_edge(*pair) for pair in combinations(set(colours), 2))


@lru_cache(maxsize=1000)
def _most(n, edges) -> int:
    """All proper colourings, up to the names of the colours."""
    layer = [()]
    for v in range(n):
        joined = [u for edge in edges for u in edge if v == max(edge) != u]
        layer = [
            (*colours, colour)
            for colours in layer
            for colour in range(max(colours, default=-1) + 2)
            if all(colours[u] != colour for u in joined)
        ]
    layer.sort(key=max, reverse=True)
    return 1 + max(next(colours for colours in layer if _is_complete(edges, colours)))


@up_to(2)
def achromatic_number_coloring(problem, answer) -> bool:
    return _is_complete(problem.edges, answer) and len(set(answer)) == _most(problem.n, problem.edges)
