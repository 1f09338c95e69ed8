"""Independent judge of envs/graphs/count_minimum_spanning_trees.py."""

from functools import lru_cache
from itertools import combinations

import networkx as nx

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _count(n, edges) -> int:
    """All sets of n - 1 edges; with the weight of a tree, those that connect."""
    graph = nx.Graph()
    graph.add_weighted_edges_from(edges)
    least = nx.minimum_spanning_tree(graph).size(weight="weight")
    count = 0
    for chosen in combinations(edges, n - 1):
        if sum(weight for _, _, weight in chosen) == least:
            part = list(range(n))
            for u, v, _ in chosen:
                first, second = part[u], part[v]
                part = [first if other == second else other for other in part]
            count += len(set(part)) == 1
    return count


@up_to(2)
def count_minimum_spanning_trees(problem, answer) -> bool:
    return answer == _count(problem.n, problem.edges)
