"""Independent judges of the environments in envs/geometry."""

import itertools
from functools import lru_cache

from rlve.authoring.gate import up_to


def _left(p, q, r) -> bool:
    return (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0])


def _holds(triangle, point) -> bool:
    a, b, c = triangle
    return _left(a, b, point) == _left(b, c, point) == _left(c, a, point)


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


@lru_cache(maxsize=1000)
def _doubled_hull_area(points) -> int:
    """Add the cross products of the ordered pairs that have no point on their right, and none on their line outside of them."""
    total = 0
    for p, q in itertools.permutations(points, 2):
        others = [r for r in points if r not in (p, q)]
        turns = [(q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]) for r in others]
        inside = [min(p, q) < r < max(p, q) for r in others]
        if all(turn > 0 or (turn == 0 and between) for turn, between in zip(turns, inside, strict=True)):
            total += p[0] * q[1] - q[0] * p[1]
    return total


@up_to(9)
def convex_hull_doubled_area(problem, answer) -> bool:
    return answer == _doubled_hull_area(problem.points)


@lru_cache(maxsize=1000)
def _triangles(width, height, holes) -> int:
    points = [(x, y) for x in range(width + 1) for y in range(height + 1) if (x, y) not in holes]
    return sum(_left(p, q, r) or _left(p, r, q) for p, q, r in itertools.combinations(points, 3))


@up_to(7)
def lattice_triangle_count(problem, answer) -> bool:
    """Look at all sets of three points."""
    return answer == _triangles(problem.width, problem.height, problem.holes)
