"""Independent judge of envs/trees/min_cost_tree_distance_cover.py."""

from functools import lru_cache

import networkx as nx
import numpy as np

from rlve.authoring.gate import up_to

from ._shared import as_graph


@lru_cache(maxsize=1000)
def _covered_and_cost(problem) -> tuple[np.ndarray, np.ndarray]:
    """For every set of vertices, as bits of its index: the required ones that are near, as bits too, and its cost."""
    lengths = dict(nx.all_pairs_shortest_path_length(as_graph(problem.edges), cutoff=problem.distance))
    covered, cost = np.zeros(1, dtype=int), np.zeros(1, dtype=int)
    for vertex, price in enumerate(problem.costs):
        near = sum(1 << place for place, required in enumerate(problem.required) if required in lengths[vertex])
        covered, cost = np.concatenate([covered, covered | near]), np.concatenate([cost, cost + price])
    return covered == (1 << len(problem.required)) - 1, cost


@up_to(6)
def min_cost_tree_distance_cover(problem, answer) -> bool:
    enough, cost = _covered_and_cost(problem)
    chosen = sum(1 << vertex for vertex in answer)
    return bool(enough[chosen]) and cost[chosen] == cost[enough].min()
