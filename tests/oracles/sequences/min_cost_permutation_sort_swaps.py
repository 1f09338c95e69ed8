"""Independent judge of envs/sequences/min_cost_permutation_sort_swaps.py."""

from functools import cache, lru_cache
from itertools import combinations, permutations

import numpy as np

from rlve.authoring.gate import up_to


@cache
def _swapped(n):
    """Numbers of all orders of n items, and for each pair of items the number of the order that its swap makes of each."""
    number = {order: i for i, order in enumerate(permutations(range(n)))}
    table = {}
    for i, j in combinations(range(n), 2):
        exchange = {i: j, j: i}
        table[i, j] = np.array([number[tuple(exchange.get(item, item) for item in order)] for order in number])
    return number, table


@lru_cache(maxsize=1000)
def _least_cost(problem) -> int:
    """The cheapest way through the graph of all orders, by repeated relaxation."""
    number, table = _swapped(len(problem.now))
    cost = np.full(len(number), 10**6)
    cost[number[problem.now]] = 0
    while True:
        before = cost.copy()
        for (i, j), order in table.items():
            cost = np.minimum(cost, cost[order] + problem.costs[i] + problem.costs[j])
        if (cost == before).all():
            return int(cost[number[problem.wanted]])


@up_to(3)
def min_cost_permutation_sort_swaps(problem, answer) -> bool:
    row, cost = list(problem.now), 0
    for i, j in zip(answer[::2], answer[1::2], strict=True):
        here, there = row.index(i), row.index(j)
        row[here], row[there] = j, i
        cost += problem.costs[i] + problem.costs[j]
        if i == j:
            return False
    return row == list(problem.wanted) and len(answer) <= 4 * len(row) and cost == _least_cost(problem)
