"""Independent judge of envs/sequences/minimum_cost_interval_stabbing_points.py."""

from functools import lru_cache

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _least_hit_cost(intervals, k) -> int:
    """By integer programming: a variable for each covered point that is chosen, and for each interval that holds one."""
    points = sorted({point for left, right, _ in intervals for point in range(left, right + 1)})
    held = [(i, j) for i, (left, right, _) in enumerate(intervals) for j, point in enumerate(points) if left <= point <= right]
    paid = np.zeros((len(held), len(points) + len(intervals)))  # paid for where chosen: interval - point >= 0
    for row, (i, j) in enumerate(held):
        paid[row, j], paid[row, len(points) + i] = -1, 1
    chosen = np.array([1] * len(points) + [0] * len(intervals))
    costs = np.array([0] * len(points) + [cost for _, _, cost in intervals])
    constraints = [LinearConstraint(paid, 0, np.inf), LinearConstraint(chosen, k, k)]
    return round(milp(costs, constraints=constraints, integrality=np.ones(len(costs)), bounds=Bounds(0, 1)).fun)


@up_to(8)
def minimum_cost_interval_stabbing_points(problem, answer) -> bool:
    held = [{point for point in answer if left <= point <= right} for left, right, _ in problem.intervals]
    if len(set(answer)) != problem.k or set().union(*held) != set(answer):
        return False
    cost = sum(cost for (_, _, cost), points in zip(problem.intervals, held, strict=True) if points)
    return cost == _least_hit_cost(problem.intervals, problem.k)
