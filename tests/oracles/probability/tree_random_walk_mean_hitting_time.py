"""Independent judge of envs/probability/tree_random_walk_mean_hitting_time.py."""

from fractions import Fraction
from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to

from ._shared import solved


@lru_cache(maxsize=1000)
def _mean(edges) -> Fraction:
    """For each target solve the equations E(S) = 1 + the mean of E over the neighbours of S."""
    tree = nx.Graph(edges)
    total = Fraction(0)
    for target in tree:
        others = [vertex for vertex in tree if vertex != target]
        rows = [[tree.degree(a) if a == b else -int(tree.has_edge(a, b)) for b in others] + [tree.degree(a)] for a in others]
        total += sum(solved(rows))
    return total / len(tree) ** 2


@up_to(3)
def tree_random_walk_mean_hitting_time(problem, answer) -> bool:
    return answer == _mean(problem.edges)
