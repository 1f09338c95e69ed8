"""Independent judge of envs/combinatorics/complete_graph_minus_edge_cycle_counting.py."""

from functools import lru_cache
from itertools import combinations

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _cycles(n, missing) -> int:
    graph = nx.Graph(set(combinations(range(n), 2)) - set(missing))
    return sum(1 for _ in nx.simple_cycles(graph))


@up_to(3)
def complete_graph_minus_edge_cycle_counting(problem, answer) -> bool:
    return answer == _cycles(problem.n, problem.missing) % 10007
