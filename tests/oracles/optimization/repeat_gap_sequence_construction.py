"""Independent judge of envs/optimization/repeat_gap_sequence_construction.py."""

from functools import lru_cache

import numpy as np
from scipy.optimize import linear_sum_assignment

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _bound(values, n) -> float:
    """No sequence scores more: an assignment of first and last entries, each with its way from the middle, to different places."""
    way = np.arange(n) - (n - 1) / 2
    gains = np.concatenate([np.outer(values, -way), np.outer(values, way)])
    gains = np.hstack([gains, np.zeros((len(gains), len(gains)))])  # a type may have no place
    return gains[linear_sum_assignment(gains, maximize=True)].sum()


@up_to(10)
def repeat_gap_sequence_construction(problem, answer) -> bool:
    if len(answer) != problem.n or not set(answer) <= set(range(len(problem.values))):
        return False
    score = 0
    for place, kind in enumerate(answer):
        earlier = [other for other in range(place) if answer[other] == kind]
        if earlier:
            score += problem.values[kind] * (place - earlier[-1])
    return score == _bound(problem.values, problem.n)
