"""Independent judge of envs/geometry/max_area_rectangle_from_points.py."""

import itertools
from functools import lru_cache

from rlve.authoring.gate import up_to


def _area(points) -> int:
    """Of a closed way through the points with a right angle at each: by its two sides; 0 where no order is such a way."""
    first, *others = points
    for order in itertools.permutations(others):
        way = [first, *order]
        steps = [(way[k - 3][0] - way[k][0], way[k - 3][1] - way[k][1]) for k in range(4)]
        if all(steps[k - 1][0] * steps[k][0] + steps[k - 1][1] * steps[k][1] == 0 for k in range(4)):
            return abs(steps[0][0] * steps[1][1] - steps[0][1] * steps[1][0])
    return 0


@lru_cache(maxsize=1000)
def _largest_area(points) -> int:
    return max(map(_area, itertools.combinations(points, 4)))


@up_to(3)
def max_area_rectangle_from_points(problem, answer) -> bool:
    """Look at all sets of four points."""
    chosen = [problem.points[i] for i in answer]
    return len(set(chosen)) == len(chosen) == 4 and 0 < _area(chosen) == _largest_area(problem.points)
