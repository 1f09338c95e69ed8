"""Independent judge of envs/probability/root_path_coloring_expected_steps.py."""

from fractions import Fraction
from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _expected(edges) -> Fraction:
    """From all sets of coloured vertices that can come up, by the definition of an expected value."""
    tree = nx.Graph(edges)
    n = len(tree)
    path = [sum(1 << vertex for vertex in nx.shortest_path(tree, start, 0)) for start in range(n)]
    known = {(1 << n) - 1: Fraction(0)}
    stack = [0]
    while stack:
        coloured = stack[-1]
        after = [coloured | path[vertex] for vertex in range(n) if not coloured >> vertex & 1]
        if missing := [state for state in after if state not in known]:
            stack += missing
        else:
            if coloured not in known:
                known[coloured] = 1 + sum(known[state] for state in after) / len(after)
            stack.pop()
    return known[0]


@up_to(3)
def root_path_coloring_expected_steps(problem, answer) -> bool:
    return answer == _expected(problem.edges)
