"""Independent judge of envs/optimization/minimum_cost_cuboid_clearing.py."""

from functools import lru_cache
from itertools import chain, combinations

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _fewest_layers(cells, side) -> int:
    """Over all sets of layers x; the cells that they leave are edges between y and z, and need a matching's number of layers."""
    fewest = side
    for chosen in chain.from_iterable(combinations(range(side), size) for size in range(side)):
        graph = nx.Graph([(y, z) for x, y, z in cells if x not in chosen])
        matching = nx.bipartite.maximum_matching(graph, {y for y in graph if y < 2 * side})
        fewest = min(fewest, len(chosen) + len(matching) // 2)
    return fewest


@up_to(4)
def minimum_cost_cuboid_clearing(problem, answer) -> bool:
    if len(set(answer)) != len(answer) or not set(answer) <= set(range(3 * problem.side)):
        return False
    if not all(any(place in answer for place in cell) for cell in problem.cells):
        return False
    return len(answer) == _fewest_layers(problem.cells, problem.side)
