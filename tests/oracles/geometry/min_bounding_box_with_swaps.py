"""Independent judge of envs/geometry/min_bounding_box_with_swaps.py."""

import itertools
from functools import lru_cache

from rlve.authoring.gate import up_to


def _measure(points, swaps):
    turned = [(p[1], p[0]) if swap == "1" else (p[0], p[1]) for p, swap in zip(points, swaps, strict=True)]
    xs, ys = [p[0] for p in turned], [p[1] for p in turned]
    price = sum(p[2] * int(swap) for p, swap in zip(points, swaps, strict=True))
    return max(xs) - min(xs) + max(ys) - min(ys), price


@lru_cache(maxsize=1000)
def _least(points):
    return min(_measure(points, swaps) for swaps in itertools.product("01", repeat=len(points)))


@up_to(5)
def min_bounding_box_with_swaps(problem, answer) -> bool:
    """Try all ways to swap."""
    return len(answer) == len(problem.points) and _measure(problem.points, answer) == _least(problem.points)
