"""Independent judge of envs/combinatorics/lattice_squares_avoiding_points.py."""

from functools import lru_cache

from rlve.authoring.gate import up_to


@lru_cache(maxsize=1000)
def _squares(width, height, holes) -> int:
    """From each point to each other one, the square to the left of that side."""
    points = {(x, y) for x in range(width + 1) for y in range(height + 1)} - set(holes)
    found = set()
    for x, y in points:
        for a, b in points:
            u, v = a - x, b - y
            corners = frozenset([(x, y), (a, b), (a - v, b + u), (x - v, y + u)])
            if len(corners) == 4 and corners <= points:
                found.add(corners)
    return len(found)


@up_to(4)
def lattice_squares_avoiding_points(problem, answer) -> bool:
    return answer == _squares(problem.width, problem.height, problem.holes)
