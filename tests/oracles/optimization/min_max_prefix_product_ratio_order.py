"""Independent judge of envs/optimization/min_max_prefix_product_ratio_order.py."""

from functools import lru_cache
from math import prod

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _least_cost(start, pairs) -> int:
    """Over all sets of pairs that can come first, by the choice of their last one."""
    everything = (1 << len(pairs)) - 1
    before, least = [start] * (everything + 1), [0] * (everything + 1)
    for placed in range(1, everything + 1):
        members = [number for number in range(len(pairs)) if placed >> number & 1]
        before[placed] = start * prod(pairs[number][0] for number in members)
        least[placed] = min(max(least[placed ^ 1 << last], before[placed ^ 1 << last] // pairs[last][1]) for last in members)
    return least[everything]


@up_to(4)
def min_max_prefix_product_ratio_order(problem, answer) -> bool:
    if sorted(answer) != list(range(len(problem.pairs))):
        return False
    order = [problem.pairs[pair] for pair in answer]
    costs = [problem.start * prod(x for x, _ in order[:place]) // order[place][1] for place in range(len(order))]
    return max(costs) == _least_cost(problem.start, problem.pairs)
