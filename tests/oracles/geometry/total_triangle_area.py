"""Independent judge of envs/geometry/total_triangle_area.py."""

import itertools

import numpy as np

from rlve.authoring.gate import up_to


@up_to(8)
def total_triangle_area(problem, answer) -> bool:
    """A determinant for each three points."""
    corners = np.array([[(x, y, 1) for x, y in three] for three in itertools.combinations(problem.points, 3)], dtype=float)
    return answer == np.abs(np.linalg.det(corners)).sum().round()
