"""Independent judge of envs/optimization/max_segments_with_point_capacities.py."""

from functools import lru_cache

import numpy as np

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _largest_value(segments, limits) -> int:
    """Over all sets of segments."""
    sets = np.arange(1 << len(segments))[:, None] >> np.arange(len(segments)) & 1
    left, right, values = np.array(segments).T
    for point, limit in limits:
        sets = sets[sets @ ((left <= point) & (point <= right)) <= limit]
    return int((sets @ values).max())


@up_to(6)
def max_segments_with_point_capacities(problem, answer) -> bool:
    if not 0 < len(answer) == len(set(answer)) or not set(answer) <= set(range(len(problem.segments))):
        return False
    chosen = [problem.segments[number] for number in answer]
    for point, limit in problem.limits:
        if sum(point in range(left, right + 1) for left, right, _ in chosen) > limit:
            return False
    return sum(value for _, _, value in chosen) == _largest_value(problem.segments, problem.limits)
