"""Independent judge of envs/geometry/convex_hull_doubled_area.py."""

import itertools
from functools import lru_cache

from rlve.authoring.gate import up_to


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
