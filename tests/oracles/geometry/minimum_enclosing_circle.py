"""Independent judge of envs/geometry/minimum_enclosing_circle.py."""

import math

from rlve.authoring.gate import up_to


@up_to(10)
def minimum_enclosing_circle(problem, answer) -> bool:
    """A circle that contains all points is the smallest one where no half of it is free of them: every gap is at most 180 degrees."""
    x, y, radius = answer
    if any((a - x) ** 2 + (b - y) ** 2 > radius**2 for a, b in problem.points):
        return False
    angles = sorted(math.atan2(b - y, a - x) for a, b in problem.points if (a - x) ** 2 + (b - y) ** 2 == radius**2)
    if len(angles) < 2 or radius < 1:
        return False
    gaps = [after - before for before, after in zip(angles, [*angles[1:], angles[0] + 2 * math.pi], strict=True)]
    return max(gaps) < math.pi + 1e-9
