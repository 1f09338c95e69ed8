"""Independent judge of envs/graphs/maximum_clique.py."""

from functools import lru_cache

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _most(edges) -> int:
    return max(map(len, nx.find_cliques(nx.Graph(edges))))


@up_to(10)
def maximum_clique(problem, answer) -> bool:
    chosen = nx.Graph(problem.edges).subgraph(answer)
    everyone_joined = 2 * chosen.number_of_edges() == len(answer) * (len(answer) - 1)
    return everyone_joined and len(answer) == _most(problem.edges)
