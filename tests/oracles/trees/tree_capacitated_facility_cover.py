"""Independent judge of envs/trees/tree_capacitated_facility_cover.py."""

from collections import Counter
from functools import lru_cache
from itertools import combinations

import networkx as nx

from rlve.authoring.gate import up_to

from ._shared import as_graph


@lru_cache(maxsize=1000)
def _near(problem) -> dict:
    tree = as_graph(problem.edges)
    return {v: {*nx.single_source_shortest_path_length(tree, v, problem.reach)} for v in tree}


@lru_cache(maxsize=1000)
def _fewest(problem) -> int:
    """One depot after the other, each for all sets of vertices that it can serve and that hold the lowest vertex left."""
    groups = {
        frozenset(group) for row in _near(problem).values() for group in combinations(sorted(row), min(problem.places, len(row)))
    }
    holding = {v: [group for group in groups if v in group] for v in _near(problem)}
    left, depots = {frozenset(holding)}, 0
    while frozenset() not in left:
        left = {some - group for some in left for group in holding[min(some)]}
        depots += 1
    return depots


@up_to(3)
def tree_capacitated_facility_cover(problem, answer) -> bool:
    if not all(chosen in _near(problem)[vertex] for vertex, chosen in enumerate(answer)):
        return False
    return sum(-(-times // problem.places) for times in Counter(answer).values()) == _fewest(problem)
