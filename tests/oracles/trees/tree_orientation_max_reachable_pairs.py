"""Independent judge of envs/trees/tree_orientation_max_reachable_pairs.py."""

from functools import lru_cache
from itertools import product

import networkx as nx
import numpy as np

from rlve.authoring.gate import up_to

from ._shared import as_graph


@lru_cache(maxsize=1000)
def _paths(edges) -> np.ndarray:
    """For each ordered pair of vertices what it asks of each edge: 1 as printed, -1 the other way, 0 nothing."""
    place = {tuple(edge): number for number, edge in enumerate(edges)}
    asked = []
    for _, paths in nx.all_pairs_shortest_path(as_graph(edges)):
        for path in paths.values():
            row = [0] * len(edges)
            for u, v in nx.utils.pairwise(path):
                row[place.get((u, v), place.get((v, u)))] = 1 if (u, v) in place else -1
            asked.append(row)
    return np.array(asked)


def _pairs(edges, answers) -> np.ndarray:
    """How many pairs each answer joins, each vertex with itself too."""
    asked = _paths(edges)
    kept = asked @ (1 - 2 * np.array(answers).T)
    return (kept == abs(asked).sum(axis=1)[:, None]).sum(axis=0)


@lru_cache(maxsize=1000)
def _most(edges) -> int:
    return _pairs(edges, [*product((0, 1), repeat=len(edges))]).max()


@up_to(2)
def tree_orientation_max_reachable_pairs(problem, answer) -> bool:
    return _pairs(problem.edges, [answer])[0] == _most(problem.edges)
