"""Independent judge of envs/graphs/spanning_tree_gcd_sum.py."""

from functools import lru_cache
from itertools import combinations
from math import gcd

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _sum(n, edges) -> int:
    """All sets of n - 1 edges, those that connect."""
    total = 0
    for chosen in combinations(edges, n - 1):
        part = list(range(n))
        for u, v, _ in chosen:
            first, second = part[u], part[v]
            part = [first if other == second else other for other in part]
        if len(set(part)) == 1:
            total += gcd(*[weight for _, _, weight in chosen])
    return total


@up_to(4)
def spanning_tree_gcd_sum(problem, answer) -> bool:
    return answer == _sum(problem.n, problem.edges)
