"""Independent judge of envs/graphs/minimum_weight_vertex_cover.py."""

from functools import lru_cache
from itertools import combinations

from rlve.authoring.gate import up_to


def _covers(edges, chosen) -> bool:
    return all(chosen & {*edge} for edge in edges)


@lru_cache(maxsize=1000)
def _least_price(problem) -> int:
    """All sets."""
    sets = [{*chosen} for size in range(problem.n) for chosen in combinations(range(problem.n), size)]
    return min(sum(problem.prices[v] for v in chosen) for chosen in sets if _covers(problem.edges, chosen))


@up_to(6)
def minimum_weight_vertex_cover(problem, answer) -> bool:
    return _covers(problem.edges, {*answer}) and sum(problem.prices[v] for v in answer) == _least_price(problem)
