"""Independent judge of envs/puzzles/group_table_seating.py."""

import networkx as nx

from rlve.authoring.gate import up_to


@up_to(12)
def group_table_seating(problem, answer) -> bool:
    """All people as edges from their group to their table: none twice, and the tables' degrees no larger than their seats."""
    n = len(problem.free)
    groups = [group for group, count in enumerate(problem.standing) for _ in range(count)]
    graph = nx.MultiGraph()
    graph.add_nodes_from((kind, number) for kind in ("group", "table") for number in range(n))
    graph.add_edges_from((("group", group), ("table", table)) for group, table in zip(groups, answer, strict=True))
    crowded = [table for table in range(n) if graph.degree(("table", table)) > problem.free[table]]
    graph.add_edges_from((("group", group), ("table", table)) for group, seats in enumerate(problem.seated) for table in seats)
    return not crowded and max(graph.number_of_edges(a, b) for a, b in graph.edges()) == 1
