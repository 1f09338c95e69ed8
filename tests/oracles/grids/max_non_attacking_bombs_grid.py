"""Independent judge of envs/grids/max_non_attacking_bombs_grid.py."""

from functools import lru_cache
from itertools import combinations

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _sight(problem) -> tuple[nx.Graph, int]:
    """Which free cells see each other, and how many bombs there can be: a largest clique of those that do not."""
    rows = problem.rows
    free = [(i, j) for i, row in enumerate(rows) for j, cell in enumerate(row) if cell == "."]
    graph = nx.Graph()
    graph.add_nodes_from(free)
    for (i, j), (k, m) in combinations(free, 2):
        between = rows[i][j:m] if i == k else "".join(row[j] for row in rows[i:k]) if j == m else "#"
        if "#" not in between:
            graph.add_edge((i, j), (k, m))
    clique, _ = nx.max_weight_clique(nx.complement(graph), weight=None)
    return graph, len(clique)


@up_to(5)
def max_non_attacking_bombs_grid(problem, answer) -> bool:
    if [row.replace("B", ".") for row in answer] != [*problem.rows]:
        return False
    graph, most = _sight(problem)
    bombs = [(i, j) for i, row in enumerate(answer) for j, cell in enumerate(row) if cell == "B"]
    return graph.subgraph(bombs).number_of_edges() == 0 and len(bombs) == most
