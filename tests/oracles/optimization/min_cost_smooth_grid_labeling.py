"""Independent judge of envs/optimization/min_cost_smooth_grid_labeling.py."""

from functools import lru_cache

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_flow

from rlve.authoring.gate import up_to

NEVER = 10**6


@lru_cache(maxsize=1000)
def _least_cost(costs) -> int:
    """By a minimum cut: of each cell's chain of arcs the one of its label is cut, and of neighbours no two farther apart."""
    cells = {(i, j): cell for i, row in enumerate(costs) for j, cell in enumerate(row)}
    labels = len(costs[0][0])
    node = {name: number for number, name in enumerate((*cell, label) for cell in cells for label in range(1, labels))}
    source, sink = len(node), len(node) + 1
    arcs = np.zeros((len(node) + 2, len(node) + 2), dtype=np.int32)
    for (i, j), cell in cells.items():
        chain = [source, *[node[i, j, label] for label in range(1, labels)], sink]
        for label, cost in enumerate(cell):
            arcs[chain[label], chain[label + 1]] = cost
            arcs[chain[label + 1], chain[label]] = NEVER  # not cut back and forth
            for other in {(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)} & cells.keys():
                if label > 1:
                    arcs[node[i, j, label], node[*other, label - 1]] = NEVER
    return int(maximum_flow(csr_array(arcs), source, sink).flow_value)


@up_to(4)
def min_cost_smooth_grid_labeling(problem, answer) -> bool:
    height, width, labels = len(problem.costs), len(problem.costs[0]), len(problem.costs[0][0])
    cells = {(i, j): label for i, row in enumerate(answer) for j, label in enumerate(row)}
    if set(cells) != {(i, j) for i in range(height) for j in range(width)} or not set(cells.values()) <= set(range(labels)):
        return False
    if any(abs(label - cells.get(other, label)) > 1 for (i, j), label in cells.items() for other in ((i + 1, j), (i, j + 1))):
        return False
    return sum(problem.costs[i][j][label] for (i, j), label in cells.items()) == _least_cost(problem.costs)
