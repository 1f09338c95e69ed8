"""Independent judge of envs/graphs/minimum_cost_maximum_flow.py."""

from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _best(n, arcs) -> tuple[int, int]:
    """The greatest amount, and its least cost."""
    graph = nx.DiGraph()
    for tail, head, capacity, cost in arcs:
        graph.add_edge(tail, head, capacity=capacity, weight=cost)
    flow = nx.max_flow_min_cost(graph, 0, n - 1)
    return sum(flow[0].values()), nx.cost_of_flow(graph, flow)


@up_to(8)
def minimum_cost_maximum_flow(problem, answer) -> bool:
    into, out, cost = [0] * problem.n, [0] * problem.n, 0
    for (tail, head, capacity, price), flow in zip(problem.arcs, answer, strict=True):
        if not 0 <= flow <= capacity:
            return False
        out[tail] += flow
        into[head] += flow
        cost += price * flow
    return into[1:-1] == out[1:-1] and (out[0], cost) == _best(problem.n, problem.arcs)
