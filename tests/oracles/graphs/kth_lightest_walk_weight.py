"""Independent judge of envs/graphs/kth_lightest_walk_weight.py."""

from functools import lru_cache
from heapq import heapify, heappop, heappush

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _weight_at(arcs, rank) -> int:
    """All walks, the lightest first, one by one."""
    walks = [(weight, head) for _, head, weight in arcs]
    heapify(walks)
    for _ in range(rank):
        weight, end = heappop(walks)
        for tail, head, more in arcs:
            if tail == end:
                heappush(walks, (weight + more, head))
    return weight


@up_to(8)
def kth_lightest_walk_weight(problem, answer) -> bool:
    return answer == _weight_at(problem.arcs, problem.rank)
