"""Independent judge of envs/graphs/triangle_counting.py."""

from functools import lru_cache
from itertools import combinations

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _triangles(n, edges) -> int:
    """All sets of three vertices."""
    pairs = set(map(frozenset, edges))
    return sum(all(frozenset(pair) in pairs for pair in combinations(three, 2)) for three in combinations(range(n), 3))


@up_to(5)
def triangle_counting(problem, answer) -> bool:
    return answer == _triangles(problem.n, problem.edges)
