"""Independent judge of envs/trees/tree_equal_split_minimum_changes.py."""

from fractions import Fraction
from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to


def _kept(problem, value) -> int:
    """How many values stay when the root has this one."""
    tree = nx.DiGraph(problem.edges)
    new = {0: Fraction(value)}
    for parent, child in nx.bfs_edges(tree, 0):
        new[child] = new[parent] / tree.out_degree(parent)
    return sum(new[v] == problem.values[v] for v in new)


@lru_cache(maxsize=1000)
def _most(problem) -> int:
    """For each vertex the value of the root that keeps its value, found on the way up."""
    tree, most = nx.DiGraph(problem.edges), 0
    for vertex in range(len(problem.values)):
        value = problem.values[vertex]
        for parent in nx.shortest_path(tree, 0, vertex)[-2::-1]:
            value *= tree.out_degree(parent)
        most = max(most, _kept(problem, value))
    return most


@up_to(10)
def tree_equal_split_minimum_changes(problem, answer) -> bool:
    return _kept(problem, answer) == _most(problem)
