"""Independent judge of envs/graphs/minimum_weight_dominating_set.py."""

from functools import lru_cache
from itertools import combinations

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _graph(edges) -> nx.Graph:
    return nx.Graph(edges)


@lru_cache(maxsize=1000)
def _least_price(problem) -> int:
    """All sets that networkx calls dominating, the cheapest first."""
    sets = [chosen for size in range(1, problem.n + 1) for chosen in combinations(range(problem.n), size)]
    prices = {chosen: sum(problem.prices[v] for v in chosen) for chosen in sets}
    return next(prices[chosen] for chosen in sorted(sets, key=prices.__getitem__) if _dominating(problem.edges, chosen))


def _dominating(edges, chosen) -> bool:
    return nx.is_dominating_set(_graph(edges), {*chosen})


@up_to(6)
def minimum_weight_dominating_set(problem, answer) -> bool:
    return _dominating(problem.edges, answer) and sum(problem.prices[v] for v in answer) == _least_price(problem)
