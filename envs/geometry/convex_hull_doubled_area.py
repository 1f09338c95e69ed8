"""Compute twice the area of the convex hull of points."""

from collections.abc import Iterable, Sequence
from math import isqrt
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.points import doubled_area, hull
from rlve.envs.toolkit.text import rows


class ConvexHullDoubledArea(Environment):
    """Twice the area of the convex hull of N points; four at first, a tenth more, and one, with each level.

    Three quarters of the points lie near a circle, the others anywhere in it, so that many are corners of the hull; the points
    that are farthest in eight directions do not suffice. Reward: exact.
    """

    points: Sequence[Sequence[int]]

    paper_name = "ConvexHull"
    version = 2
    max_level = 44

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = grow(4, level, percent=10, plus=1)
        return {"n": n, "radius": (3, 4, 6, 10)[level] if level < 4 else 2 * n}

    @classmethod
    def draw(cls, rng: Random, n: int, radius: int) -> Self:
        points = []
        for number, place in enumerate(rng.sample(range(4 * radius + 2), n)):  # each column twice: above and below the middle
            column, above = divmod(place, 2)
            reach = column - radius
            outer = isqrt(radius**2 - reach**2)
            inner = isqrt(max(0, (9 * radius // 10) ** 2 - reach**2)) if 4 * number < 3 * n else 0
            height = rng.randint(inner, outer)
            points.append((column, radius + height if above else radius - 1 - height))
        rng.shuffle(points)
        return cls(points=points)

    def statement(self) -> str:
        return (
            f"Here are {len(self.points)} points of the plane, one a line as: x y\n{rows(self.points)}\n"
            "Give twice the area of their convex hull, the smallest convex polygon that contains all of them; "
            "it is an integer."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        return doubled_area(hull(self.points))

    def acceptable(self) -> bool:
        """From seven points on, some are no corners: else a tour around the middle would do."""
        return len(self.points) < 7 or len(hull(self.points)) < len(self.points)

    def guesses(self) -> Iterable[int]:
        xs, ys = zip(*self.points, strict=True)
        box = (max(xs) - min(xs)) * (max(ys) - min(ys))
        if len(self.points) < 7:  # so few are mostly farthest in some direction
            return [box, 2 * box]
        return [0, box, 2 * box, abs(doubled_area(self.points)), doubled_area(hull(self._farthest()))]

    def _farthest(self) -> set[Sequence[int]]:
        """The points that are farthest along the axes and the diagonals."""
        directions = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]
        return {max(self.points, key=lambda point: a * point[0] + b * point[1]) for a, b in directions}
