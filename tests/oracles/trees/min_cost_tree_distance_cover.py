"""Independent judge of envs/trees/min_cost_tree_distance_cover.py."""

from functools import lru_cache

import networkx as nx
import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from rlve.authoring.gate import up_to

from ._shared import as_graph


@lru_cache(maxsize=1000)
def _near(problem) -> np.ndarray:
    """For each required vertex, which vertices are near."""
    lengths = nx.floyd_warshall_numpy(as_graph(problem.edges), nodelist=range(len(problem.costs)))
    return lengths[list(problem.required)] <= problem.distance


@lru_cache(maxsize=1000)
def _least_cost(problem) -> int:
    """As an integer programme."""
    cover = LinearConstraint(_near(problem).astype(float), lb=1)
    return round(milp(problem.costs, integrality=np.ones(len(problem.costs)), bounds=Bounds(0, 1), constraints=cover).fun)


@up_to(6)
def min_cost_tree_distance_cover(problem, answer) -> bool:
    covered = _near(problem)[:, list(answer)].any(axis=1).all()
    return bool(covered) and sum(problem.costs[vertex] for vertex in answer) == _least_cost(problem)
