"""Independent judge of envs/trees/max_tree_vertices_covered_by_k_paths.py."""

from functools import lru_cache
from itertools import combinations_with_replacement

import networkx as nx

from rlve.authoring.gate import up_to

from ._shared import as_graph


@lru_cache(maxsize=1000)
def _paths(edges) -> dict[int, dict[int, frozenset[int]]]:
    return {u: {v: frozenset(path) for v, path in row.items()} for u, row in nx.all_pairs_shortest_path(as_graph(edges))}


@lru_cache(maxsize=1000)
def _most(edges, paths) -> int:
    """All unions of so many paths, path after path."""
    single = {path for row in _paths(edges).values() for path in row.values()}
    largest = [path for path in single if not any(path < other for other in single)]
    return max(len(frozenset().union(*some)) for some in combinations_with_replacement(largest, paths))


@up_to(4)
def max_tree_vertices_covered_by_k_paths(problem, answer) -> bool:
    covered = [_paths(problem.edges)[u][v] for u, v in zip(answer[::2], answer[1::2], strict=True)]
    return len(frozenset().union(*covered)) == _most(problem.edges, problem.paths)
