"""Independent judge of envs/trees/tree_equal_split_minimum_changes.py."""

from fractions import Fraction
from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _kept(problem) -> list:
    """For each vertex that keeps its value all that do so with it: the value of the root is found on the way up."""
    tree = nx.DiGraph(problem.edges)
    kept = []
    for vertex in range(len(problem.values)):
        value = Fraction(problem.values[vertex])
        for parent in nx.shortest_path(tree, 0, vertex)[-2::-1]:
            value *= tree.out_degree(parent)
        new = {0: value}
        for parent, child in nx.bfs_edges(tree, 0):
            new[child] = new[parent] / tree.out_degree(parent)
        kept.append({v for v in new if new[v] == problem.values[v]})
    return kept


@up_to(10)
def tree_equal_split_minimum_changes(problem, answer) -> bool:
    kept = _kept(problem)
    return {*answer} <= kept[answer[0]] and len({*answer}) == max(map(len, kept))
