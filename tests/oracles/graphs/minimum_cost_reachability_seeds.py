"""Independent judge of envs/graphs/minimum_cost_reachability_seeds.py."""

from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _reached(n, arcs) -> list[set[int]]:
    graph = nx.DiGraph(list(arcs))
    graph.add_nodes_from(range(n))
    return [{v, *nx.descendants(graph, v)} for v in range(n)]


@lru_cache(maxsize=1000)
def _least_price(n, arcs, prices) -> int:
    """All sets of vertices."""
    reached = [sum(1 << u for u in some) for some in _reached(n, arcs)]
    least = {0: 0}
    for price, some in zip(prices, reached, strict=True):
        for before, total in list(least.items()):
            least[before | some] = min(total + price, least.get(before | some, total + price))
    return least[(1 << n) - 1]


@up_to(8)
def minimum_cost_reachability_seeds(problem, answer) -> bool:
    reached = _reached(problem.n, problem.arcs)
    if len(set().union(*[reached[v] for v in answer])) < problem.n:
        return False
    return sum(problem.prices[v] for v in answer) == _least_price(problem.n, problem.arcs, problem.prices)
