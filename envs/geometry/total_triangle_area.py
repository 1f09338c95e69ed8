"""Add up the areas of all triangles with corners among some points."""

from collections.abc import Iterable, Mapping, Sequence
from math import comb, inf
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.points import doubled_area, hull
from rlve.envs.toolkit.text import rows


class TotalTriangleArea(Environment):
    """Twice the sum of the areas of all triangles that N points form; four points at first, and one more with each level.

    Coordinates are from 0 to 2 at level 0, and to N - 1 from there on. Reward: exact.
    """

    points: Sequence[Sequence[int]]

    paper_name = "SumTriangleArea"
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = grow(4, level, plus=1)
        return {"n": n, "side": n - 1 - (level == 0)}

    @classmethod
    def draw(cls, rng: Random, n: int, side: int) -> Self:
        return cls(points=[divmod(place, side + 1) for place in rng.sample(range((side + 1) ** 2), n)])

    def statement(self) -> str:
        n = len(self.points)
        return (
            f"Here are {n} different points of the plane, one a line as: x y\n{rows(self.points)}\n"
            f"Each three of them are the corners of a triangle, which makes {comb(n, 3)} triangles; its area is 0 if they lie on "
            "one line. Give twice the sum of the areas of all these triangles; it is an integer."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """With the points that come later, by the angle at which they are seen: the cross product of each with all before it."""
        total, points = 0, sorted(self.points)
        for i, (a, b) in enumerate(points):
            steps = [(x - a, y - b) for x, y in points[i + 1 :]]
            steps.sort(key=lambda step: step[1] / step[0] if step[0] else inf)
            u = v = 0
            for x, y in steps:
                total += u * y - v * x
                u, v = u + x, v + y
        return total

    def guesses(self) -> Iterable[int]:
        return [0, doubled_area(hull(self.points))]

    def rules(self) -> Mapping[str, int]:
        area = doubled_area(hull(self.points))
        return {"four times the area of the convex hull": 2 * area, "a third for each": area * comb(len(self.points), 3) // 3}
