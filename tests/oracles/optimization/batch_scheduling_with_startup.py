"""Independent judge of envs/optimization/batch_scheduling_with_startup.py."""

from functools import lru_cache
from itertools import pairwise

from rlve.authoring.gate import up_to


def _cost(startup, tasks, firsts) -> int:
    """Every task finishes after the startups and times of its own batch and those before it."""
    total = 0
    for number, (first, end) in enumerate(pairwise([*firsts, len(tasks)]), 1):
        finish = number * startup + sum(time for time, _ in tasks[:end])
        total += sum(weight * finish for _, weight in tasks[first:end])
    return total


@lru_cache(maxsize=1000)
def _least(startup, tasks) -> int:
    """Over all sets of cuts but the empty one."""
    n = len(tasks)
    cuts = ([0, *(i for i in range(1, n) if chosen >> i & 1)] for chosen in range(2, 1 << n, 2))
    return min(_cost(startup, tasks, firsts) for firsts in cuts)


@up_to(4)
def batch_scheduling_with_startup(problem, answer) -> bool:
    firsts = sorted(set(answer))
    if not answer or len(firsts) < len(answer) or not 0 < firsts[0] <= firsts[-1] < len(problem.tasks):
        return False
    return _cost(problem.startup, problem.tasks, [0, *firsts]) == _least(problem.startup, problem.tasks)
