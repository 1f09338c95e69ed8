"""Independent judge of envs/graphs/min_cost_rewire_to_single_cycle.py."""

from functools import lru_cache
from itertools import pairwise, permutations

from rlve.authoring.gate import up_to


def _price(arrows, changed) -> int:
    return sum(arrows[v][1] for v in changed)


@lru_cache(maxsize=1000)
def _ways(arrows) -> list[frozenset]:
    """For each of all cycles the vertices whose arrows it changes."""
    orders = [[0, *rest, 0] for rest in permutations(range(1, len(arrows)))]
    return [frozenset(v for v, target in pairwise(order) if arrows[v][0] != target) for order in orders]


@up_to(3)
def min_cost_rewire_to_single_cycle(problem, answer) -> bool:
    ways = _ways(problem.arrows)
    if not any(changed <= {*answer} for changed in ways):
        return False
    return _price(problem.arrows, answer) == min(_price(problem.arrows, changed) for changed in ways)
