"""Independent judge of envs/puzzles/hitori.py."""

import networkx as nx

from rlve.authoring.gate import up_to


@up_to(14)
def hitori(problem, answer) -> bool:
    """The unmarked part of the grid as a graph, and the marked one, which has no edge."""
    n, m = len(problem.grid), len(problem.grid[0])
    grid = nx.grid_2d_graph(n, m)
    marked = {(answer[k], answer[k + 1]) for k in range(0, len(answer), 2)}
    if len(answer) != len(problem.solution) or 2 * len(marked) != len(answer) or not marked <= set(grid):
        return False
    kept = grid.subgraph(set(grid) - marked)
    named = {(problem.grid[i][j], "row", i) for i, j in kept} | {(problem.grid[i][j], "column", j) for i, j in kept}
    return len(named) == 2 * len(kept) and nx.is_connected(kept) and grid.subgraph(marked).number_of_edges() == 0
