"""Independent judge of envs/optimization/zero_one_knapsack.py."""

from functools import lru_cache

import numpy as np

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _largest(items, capacity) -> int:
    """Over all sets of items at once."""
    chosen = np.arange(1, 1 << len(items))[:, None] >> np.arange(len(items)) & 1
    weights, values = (chosen @ np.array(items)).T
    return int(values[weights <= capacity].max())


@up_to(6)
def zero_one_knapsack(problem, answer) -> bool:
    if not answer or len(set(answer)) < len(answer) or not set(answer) <= set(range(len(problem.items))):
        return False
    weight, value = (sum(column) for column in zip(*[problem.items[item] for item in answer], strict=True))
    return weight <= problem.capacity and value == _largest(problem.items, problem.capacity)
