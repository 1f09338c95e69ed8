"""Independent judge of envs/trees/equidistant_triples_in_tree.py."""

from functools import lru_cache
from itertools import combinations

import networkx as nx

from rlve.authoring.gate import up_to

from ._shared import as_graph


@lru_cache(maxsize=1000)
def _triples(edges) -> int:
    """All triples, by the distances of all pairs."""
    distance = dict(nx.all_pairs_shortest_path_length(as_graph(edges)))
    return sum(distance[u][v] == distance[u][w] == distance[v][w] for u, v, w in combinations(distance, 3))


@up_to(6)
def equidistant_triples_in_tree(problem, answer) -> bool:
    return answer == _triples(problem.edges)
