"""Independent judge of envs/graphs/simple_cycle_counting.py."""

from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _cycles(n, edges) -> int:
    return sum(1 for _ in nx.simple_cycles(nx.Graph(list(edges))))


@up_to(4)
def simple_cycle_counting(problem, answer) -> bool:
    return answer == _cycles(problem.n, problem.edges)
