"""Independent judge of envs/graphs/min_cost_rewire_to_single_cycle.py."""

from functools import lru_cache
from itertools import pairwise, permutations

from rlve.authoring.gate import up_to


def _price(arrows, order) -> int:
    """What the cycle through the vertices in that order costs."""
    return sum(arrows[v][1] for v, target in pairwise([*order, order[0]]) if arrows[v][0] != target)


@lru_cache(maxsize=1000)
def _least(arrows) -> int:
    """All cycles."""
    return min(_price(arrows, [0, *rest]) for rest in permutations(range(1, len(arrows))))


@up_to(3)
def min_cost_rewire_to_single_cycle(problem, answer) -> bool:
    order = [0]
    while len(order) < problem.n:
        order.append(answer[order[-1]])
    if len({*order}) < problem.n or answer[order[-1]] != 0:
        return False
    return _price(problem.arrows, order) == _least(problem.arrows)
