"""Independent judge of envs/geometry/lattice_triangle_count.py."""

import itertools
from functools import lru_cache

from rlve.authoring.gate import up_to

from ._shared import left_turn


@lru_cache(maxsize=1000)
def _triangles(width, height, holes) -> int:
    points = [(x, y) for x in range(width + 1) for y in range(height + 1) if (x, y) not in holes]
    return sum(left_turn(p, q, r) or left_turn(p, r, q) for p, q, r in itertools.combinations(points, 3))


@up_to(7)
def lattice_triangle_count(problem, answer) -> bool:
    """Look at all sets of three points."""
    return answer == _triangles(problem.width, problem.height, problem.holes)
