"""Compute twice the area of the convex hull of points."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.points import doubled_area, hull
from rlve.envs.toolkit.text import rows


class ConvexHullDoubledArea(Environment):
    """Twice the area of the convex hull of N points; a tenth more points, and one, with each level.

    The points are different, uniform in a square of side 3N, and in random order. Reward: exact.
    """

    points: Sequence[Sequence[int]]

    paper_name = "ConvexHull"
    max_level = 40

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(5, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        side = 3 * n + 1
        return cls(points=[divmod(place, side) for place in rng.sample(range(side * side), n)])

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

    def guesses(self) -> Iterable[int]:
        columns, lines = zip(*self.points, strict=True)
        box = (max(columns) - min(columns)) * (max(lines) - min(lines))
        return [0, box, 2 * box, abs(doubled_area(self.points))]
