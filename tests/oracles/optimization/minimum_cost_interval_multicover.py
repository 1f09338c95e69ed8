"""Independent judge of envs/optimization/minimum_cost_interval_multicover.py."""

from functools import lru_cache
from math import inf

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _least(needs, intervals) -> float:
    """Over all choices of one more use over the first point in need, by what the points then need."""
    known = {(0,) * len(needs): 0}

    def cost_of(left) -> float:
        if left not in known:
            point = next(point for point, need in enumerate(left) if need)
            options = [inf]
            for first, last, cost in intervals:
                if first <= point <= last:
                    after = (max(0, need - 1) for need in left[point : last + 1])
                    options.append(cost + cost_of((*left[:point], *after, *left[last + 1 :])))
            known[left] = min(options)
        return known[left]

    return cost_of(tuple(needs))


@up_to(6)
def minimum_cost_interval_multicover(problem, answer) -> bool:
    if len(answer) != len(problem.intervals) or min(answer) < 0:
        return False
    covered = [0] * len(problem.needs)
    for uses, (first, last, _) in zip(answer, problem.intervals, strict=True):
        for point in range(first, last + 1):
            covered[point] += uses
    if any(times < need for times, need in zip(covered, problem.needs, strict=True)):
        return False
    cost = sum(uses * cost for uses, (_, _, cost) in zip(answer, problem.intervals, strict=True))
    return cost == _least(problem.needs, problem.intervals)
