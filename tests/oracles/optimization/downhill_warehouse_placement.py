"""Independent judge of envs/optimization/downhill_warehouse_placement.py."""

from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _least(factories) -> int:
    """A shortest way from above the slope to below it, warehouse by warehouse; below it is free where no products are left."""
    n = len(factories)
    graph = nx.DiGraph()
    for start in range(-1, n):
        for end in range(start + 1, n):
            place, _, price = factories[end]
            moved = sum(count * (place - other) for other, count, _ in factories[start + 1 : end])
            graph.add_edge(start, end, weight=moved + price)
        if not any(count for _, count, _ in factories[start + 1 :]):
            graph.add_edge(start, n, weight=0)
    return nx.shortest_path_length(graph, -1, n, weight="weight")


@up_to(8)
def downhill_warehouse_placement(problem, answer) -> bool:
    """The cost of an answer, product by product."""
    if len(set(answer)) < len(answer) or not set(answer) <= set(range(len(problem.factories))):
        return False
    cost = sum(problem.factories[i][2] for i in answer)
    for i, (place, count, _) in enumerate(problem.factories):
        below = [problem.factories[j][0] - place for j in answer if j >= i]
        if count and not below:
            return False
        cost += count * min(below, default=0)
    return cost == _least(problem.factories)
