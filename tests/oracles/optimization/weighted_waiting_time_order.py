"""Independent judge of envs/optimization/weighted_waiting_time_order.py."""

import itertools
from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=100_000)
def _least_waiting(jobs) -> int:
    """Over every choice of the last job; those before it are in their own best order."""
    totals = []
    for i, (_, weight) in enumerate(jobs):
        others = jobs[:i] + jobs[i + 1 :]
        totals.append(_least_waiting(others) + weight * sum(time for time, _ in others))
    return min(totals, default=0)


@up_to(7)
def weighted_waiting_time_order(problem, answer) -> bool:
    """Every pair in the order costs the time of its first job times the weight of its second."""
    if sorted(answer) != list(range(len(problem.jobs))):
        return False
    pairs = itertools.combinations([problem.jobs[job] for job in answer], 2)
    return sum(first[0] * second[1] for first, second in pairs) == _least_waiting(problem.jobs)
