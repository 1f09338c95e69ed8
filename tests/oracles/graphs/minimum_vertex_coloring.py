"""Independent judge of envs/graphs/minimum_vertex_coloring.py."""

from functools import lru_cache
from itertools import product

from rlve.authoring.gate import up_to


def _proper(edges, colours) -> bool:
    return all(colours[u] != colours[v] for u, v in edges)


@lru_cache(maxsize=1000)
def _fewest(n, edges) -> int:
    """All colourings with 2 colours, with 3, and so on, in which vertex 0 has the colour 0."""
    return next(k for k in range(2, n + 1) if any(_proper(edges, (0, *rest)) for rest in product(range(k), repeat=n - 1)))


@up_to(4)
def minimum_vertex_coloring(problem, answer) -> bool:
    return _proper(problem.edges, answer) and len({*answer}) == _fewest(problem.n, problem.edges)
