"""Independent judge of envs/geometry/largest_convex_polygon_subset.py."""

import itertools
from functools import lru_cache

from rlve.authoring.gate import up_to

from ._shared import left_turn


def _holds(triangle, point) -> bool:
    a, b, c = triangle
    return left_turn(a, b, point) == left_turn(b, c, point) == left_turn(c, a, point)


@lru_cache(maxsize=1000)
def _dented(points) -> list[set[int]]:
    """The sets of four points, by number, of which one lies in the triangle of the others (no three are on a line)."""
    quadruples = itertools.combinations(range(len(points)), 4)
    return [
        set(four) for four in quadruples if any(_holds([points[i] for i in four if i != inner], points[inner]) for inner in four)
    ]


def _convex(points, chosen) -> bool:
    """By Caratheodory's theorem, a point that is no corner lies in a triangle of three others."""
    return len(chosen) >= 3 and not any(four <= set(chosen) for four in _dented(points))


@lru_cache(maxsize=1000)
def _most_convex(points) -> int:
    sizes = range(len(points), 2, -1)
    return next(k for k in sizes if any(_convex(points, chosen) for chosen in itertools.combinations(range(len(points)), k)))


@up_to(6)
def largest_convex_polygon_subset(problem, answer) -> bool:
    points = problem.points
    return len(set(answer)) == len(answer) == _most_convex(points) and _convex(points, answer)
