"""Independent judge of envs/trees/max_xor_tree_path.py."""

from functools import lru_cache, reduce
from itertools import pairwise
from operator import xor

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _xors(edges) -> dict[tuple[int, int], int]:
    """Of all paths, edge by edge."""
    tree = nx.Graph()
    tree.add_weighted_edges_from(edges)
    paths = [path for _, row in nx.all_pairs_shortest_path(tree) for path in row.values()]
    return {(path[0], path[-1]): reduce(xor, [tree.edges[step]["weight"] for step in pairwise(path)], 0) for path in paths}


@up_to(10)
def max_xor_tree_path(problem, answer) -> bool:
    return _xors(problem.edges)[tuple(answer)] == max(_xors(problem.edges).values())
