"""Independent judge of envs/graphs/harmonious_coloring.py."""

from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to


def _is_harmonious(edges, colours) -> bool:
    """Merged by colour, the graph has no loop, and has not lost an edge."""
    merged = nx.Graph([(colours[u], colours[v]) for u, v in edges])
    return nx.number_of_selfloops(merged) == 0 and merged.number_of_edges() == len(edges)


@lru_cache(maxsize=1000)
def _least(n, edges) -> int:
    """All colourings, up to the names of the colours."""
    layer = [()]
    for v in range(n):
        before = [edge for edge in edges if max(edge) <= v]
        layer = [(*colours, colour) for colours in layer for colour in range(max(colours, default=-1) + 2)]
        layer = [
            colours
            for colours in layer
            if len({frozenset((colours[a], colours[b])) for a, b in before if colours[a] != colours[b]}) == len(before)
        ]
    return 1 + min(map(max, layer))


@up_to(4)
def harmonious_coloring(problem, answer) -> bool:
    return _is_harmonious(problem.edges, answer) and len(set(answer)) == _least(problem.n, problem.edges)
