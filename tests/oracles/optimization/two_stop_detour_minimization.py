"""Independent judge of envs/optimization/two_stop_detour_minimization.py."""

from functools import lru_cache
from itertools import combinations_with_replacement

import numpy as np

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _least(trips, stops) -> int:
    """Over all choices of stops among the ends of trips: between two neighbouring ends the sum has no smallest place of its own."""
    s, t = np.array(trips).T
    places = np.unique([s, t])
    lengths = np.abs(places[:, None] - s) + np.abs(places[:, None] - t)
    chosen = np.array(list(combinations_with_replacement(range(len(places)), stops)))
    return int(lengths[chosen].min(axis=1).sum(axis=1).min())


@up_to(6)
def two_stop_detour_minimization(problem, answer) -> bool:
    if len(answer) != problem.stops or not all(0 <= stop <= problem.largest for stop in answer):
        return False
    total = sum(min(abs(s - stop) + abs(t - stop) for stop in answer) for s, t in problem.trips)
    return total == _least(problem.trips, problem.stops)
