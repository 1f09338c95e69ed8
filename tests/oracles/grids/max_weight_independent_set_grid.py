"""Independent judge of envs/grids/max_weight_independent_set_grid.py."""

from functools import lru_cache

import networkx as nx
import numpy as np
from scipy.optimize import linprog

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _largest_sum(problem) -> tuple[list[tuple[int, int]], int]:
    """All pairs of neighbours, and the optimum: by a linear program, which has an integral one as the grid is bipartite."""
    height, width = len(problem.matrix), len(problem.matrix[0])
    pairs = [(i * width + j, k * width + m) for (i, j), (k, m) in nx.grid_2d_graph(height, width).edges]
    table = np.zeros((len(pairs), height * width))
    for row, pair in enumerate(pairs):
        table[row, list(pair)] = 1
    found = linprog(-np.array(problem.matrix).ravel(), A_ub=table, b_ub=np.ones(len(pairs)), bounds=(0, 1))
    return pairs, round(-found.fun)


@up_to(6)
def max_weight_independent_set_grid(problem, answer) -> bool:
    pairs, largest = _largest_sum(problem)
    marks = [int(mark) for row in answer for mark in row]
    total = sum(mark * number for mark, number in zip(marks, np.array(problem.matrix).ravel(), strict=True))
    return not any(marks[u] and marks[v] for u, v in pairs) and total == largest
