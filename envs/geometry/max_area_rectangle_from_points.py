"""Choose four points that are the corners of a rectangle of the largest area."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import isqrt
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment, grow
from rlve.envs.toolkit.text import rows

VECTORS = (1, 0), (1, 1), (1, 1), (2, 1), (1, 2), (2, 1), (1, 2), (3, 1), (1, 3)
DIRECTIONS = [(a, b, isqrt(100 * (a * a + b * b))) for a, b in VECTORS]  # with ten times the length


class MaxAreaRectangleFromPoints(OptimizationEnvironment):
    """The largest rectangle, in any orientation, with its corners among N points; six at first, a tenth more, and one, a level.

    Rectangles in several directions are planted, many with corners in common; their sides add up to about the same, so that the
    largest seldom has the longest diagonal. Reward: (area / largest area)^5.
    """

    points: Sequence[Sequence[int]]

    paper_name = "LargestRectangle_AmongPoints"
    max_level = 20
    goal = "maximum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = grow(6, level, percent=10, plus=1)
        return {"n": n, "side": n if level < 3 else 2 * n}

    @classmethod
    def draw(cls, rng: Random, n: int, side: int) -> Self:
        points: list[tuple[int, int]] = []
        for _ in range(3 * n):
            a, b, length = rng.choice(DIRECTIONS)
            total = rng.randint(10 * side, 12 * side) // length  # of two sides: a longer diagonal means a smaller area
            s = rng.randint(1, max(1, total - 1))
            t = max(1, total - s)
            x, y = rng.choice(points) if points else (t * b, 0)
            corners = [(x, y), (x + s * a, y + s * b), (x - t * b, y + t * a), (x + s * a - t * b, y + s * b + t * a)]
            new = [corner for corner in corners if corner not in points]
            if len(points) + len(new) <= n and all(0 <= u <= side and 0 <= v <= side for u, v in new):
                points += new
                if len(points) == n:
                    break
        places = [divmod(place, side + 1) for place in rng.sample(range((side + 1) ** 2), n)]
        points += [point for point in places if point not in points][: n - len(points)]
        return cls(points=rng.sample(points, n))

    def statement(self) -> str:
        points = rows([(i, x, y) for i, (x, y) in enumerate(self.points)])
        return (
            f"Here are {len(self.points)} different points of the plane, one a line as: number x y\n{points}\n"
            "Choose four of them that are the corners of a rectangle whose area is as large as possible. Its sides need not be "
            "parallel to the axes. Give the numbers of these four points."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(4, low=0, high=len(self.points) - 1)

    def solve(self) -> list[int]:
        return max(self._rectangles(), key=self.objective)

    def objective(self, answer: Sequence[int], /) -> int:
        """The area, or 0 where the points are no corners of a rectangle: where no two pairs are diagonals of one."""
        first, *others = [self.points[i] for i in answer]
        for opposite in others:
            p, q = [point for point in others if point != opposite]
            if _diagonal(first, opposite) == _diagonal(p, q):
                (a, b), (c, d), (e, f) = first, p, q
                return abs((c - a) * (f - b) - (e - a) * (d - b))
        return 0

    def acceptable(self) -> bool:
        return len(self._rectangles()) > (len(self.points) > 8)

    def rules(self) -> Mapping[str, Sequence[int]]:
        found = self._rectangles()
        upright = [four for four in found if len({self.points[i][0] for i in four}) == 2]
        return {
            "the first found": found[0],
            "the longest diagonal": max(found, key=lambda four: _diagonal(self.points[four[0]], self.points[four[1]])[2]),
            "the largest along the axes": max(upright, key=self.objective, default=found[0]),
        }

    def _rectangles(self) -> list[tuple[int, ...]]:
        """All of them: pairs of points with the same middle and distance are the diagonals of one."""
        pairs: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
        for (i, p), (j, q) in combinations(enumerate(self.points), 2):
            pairs.setdefault(_diagonal(p, q), []).append((i, j))
        return [(*one, *other) for some in pairs.values() for one, other in combinations(some, 2)]


def _diagonal(p: Sequence[int], q: Sequence[int]) -> tuple[int, int, int]:
    """Twice the middle of two points, and the square of their distance."""
    (a, b), (c, d) = p, q
    return a + c, b + d, (a - c) ** 2 + (b - d) ** 2
