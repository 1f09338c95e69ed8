"""Independent judge of envs/grids/maze_shortest_path.py."""

from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to

STEPS = {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}


@lru_cache(maxsize=1000)
def _maze(problem) -> tuple[nx.Graph, tuple[int, int], tuple[int, int], int]:
    """The open cells, start, goal, and the least number of moves, by networkx."""
    graph = nx.grid_2d_graph(len(problem.rows), len(problem.rows[0]))
    letter = {(i, j): problem.rows[i][j] for i, j in graph}
    graph.remove_nodes_from([cell for cell in letter if letter[cell] == "#"])
    start, goal = (next(cell for cell in letter if letter[cell] == end) for end in "SG")
    return graph, start, goal, nx.shortest_path_length(graph, start, goal)


@up_to(8)
def maze_shortest_path(problem, answer) -> bool:
    graph, start, goal, least = _maze(problem)
    way = [start]
    for letter in answer:
        way.append((way[-1][0] + STEPS[letter][0], way[-1][1] + STEPS[letter][1]))
    return way[-1] == goal and nx.is_path(graph, way) and len(answer) == least
