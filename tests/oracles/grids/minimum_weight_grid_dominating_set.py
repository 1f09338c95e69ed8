"""Independent judge of envs/grids/minimum_weight_grid_dominating_set.py."""

from functools import cache

import networkx as nx
import numpy as np

from rlve.authoring.gate import up_to


@cache
def _dominating(height: int, width: int) -> np.ndarray:
    """All sets of cells that dominate a grid of this shape, one a row."""
    graph = nx.grid_2d_graph(height, width)
    near = nx.to_numpy_array(graph, nodelist=sorted(graph), dtype=int) + np.eye(len(graph), dtype=int)
    sets = np.arange(2 ** len(graph))[:, None] >> np.arange(len(graph)) & 1
    return sets[(sets @ near > 0).all(axis=1)]


@up_to(3)
def minimum_weight_grid_dominating_set(problem, answer) -> bool:
    sets = _dominating(len(problem.matrix), len(problem.matrix[0]))
    prices = np.array(problem.matrix).ravel()
    marks = np.array([int(mark) for row in answer for mark in row])
    return bool((sets == marks).all(axis=1).any()) and prices @ marks == (sets @ prices).min()
