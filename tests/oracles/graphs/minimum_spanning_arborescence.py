"""Independent judge of envs/graphs/minimum_spanning_arborescence.py."""

from functools import lru_cache
from itertools import product

import networkx as nx

from rlve.authoring.gate import up_to


def _leads_everywhere(problem, pairs) -> bool:
    tree = nx.DiGraph(pairs)
    return len(tree) == problem.n and nx.is_arborescence(tree) and tree.in_degree(problem.root) == 0


@lru_cache(maxsize=1000)
def _least_weight(problem) -> int:
    """All ways to enter each vertex, the lightest first."""
    into = [[arc for arc in problem.arcs if arc[1] == v] for v in range(problem.n) if v != problem.root]
    ways = sorted(product(*into), key=lambda arcs: sum(arc[2] for arc in arcs))
    return next(sum(arc[2] for arc in arcs) for arcs in ways if _leads_everywhere(problem, [arc[:2] for arc in arcs]))


@up_to(4)
def minimum_spanning_arborescence(problem, answer) -> bool:
    arcs = [problem.arcs[number] for number in answer]
    return _leads_everywhere(problem, [arc[:2] for arc in arcs]) and sum(arc[2] for arc in arcs) == _least_weight(problem)
