"""Independent judge of envs/grids/grid_nearest_source_distances.py."""

import itertools
from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _distances(rows):
    """Shortest paths in the graph of the free cells, by networkx."""
    cells = {(i, j): cell for i, row in enumerate(rows) for j, cell in enumerate(row) if cell != "X"}
    graph = nx.grid_2d_graph(len(rows), len(rows[0])).subgraph(cells)
    return nx.multi_source_dijkstra_path_length(graph, {place for place, cell in cells.items() if cell == "1"})


@up_to(6)
def grid_nearest_source_distances(problem, answer) -> bool:
    found, columns = _distances(problem.rows), len(problem.rows[0])
    asked = itertools.product(range(problem.first, problem.last + 1), range(columns))
    return [cell for row in answer for cell in row] == [found.get(place, -1) for place in asked]
