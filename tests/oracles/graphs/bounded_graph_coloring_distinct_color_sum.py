"""Independent judge of envs/graphs/bounded_graph_coloring_distinct_color_sum.py."""

from functools import lru_cache
from itertools import product

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _sum(edges, bounds) -> int:
    """All colourings."""
    total = 0
    for colours in product(*[range(bound + 1) for bound in bounds]):
        if all(colours[u] != colours[v] for u, v in edges):
            total += len(set(colours))
    return total


@up_to(3)
def bounded_graph_coloring_distinct_color_sum(problem, answer) -> bool:
    return answer == _sum(problem.edges, problem.bounds)
