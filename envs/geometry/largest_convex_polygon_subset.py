"""Choose as many points as possible that are the corners of a convex polygon."""

from collections.abc import Iterable, Sequence
from math import gcd
from random import Random
from typing import Any, Self

from rlve import AnswerFormat, Infeasible, IntegerSet, OptimizationEnvironment
from rlve.envs.toolkit.points import hull
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import rows


class LargestConvexPolygonSubset(OptimizationEnvironment):
    """The most of N points in convex position, no three on a line; five at first, seven at level 4, then one more a level.

    The points lie in a triangle of three of them, with coordinates from 0 to at most 3N, so that the hull of all is no answer.
    Reward: (points / most points)^8.
    """

    points: Sequence[Sequence[int]]

    paper_name = "LargestConvexPolygon"
    version = 3
    goal = "maximum"
    exponent = 8

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = rungs((5, 5, 6, 7, 7), level, plus=1)
        return {"n": n, "side": (8, 12, 14, 18)[level] if level < 4 else 3 * n}

    @classmethod
    def draw(cls, rng: Random, n: int, side: int) -> Self:
        margins = [rng.randint(0, side // 6) for _ in range(5)]
        points = [(margins[0], margins[1]), (side - margins[2], margins[3]), (rng.randint(0, side), side - margins[4])]
        (a, b), (c, d), (e, f) = points
        for _ in range(10 * n):  # of so many, N - 3 fit; were there ever fewer, they would do
            u, v = sorted([rng.randrange(1000), rng.randrange(1000)])  # uniform in the triangle
            x, y = (u * a + (v - u) * c + (999 - v) * e) // 999, (u * b + (v - u) * d + (999 - v) * f) // 999
            if on_no_line((x, y), points):
                points.append((x, y))
                if len(points) == n:
                    break
        rng.shuffle(points)
        return cls(points=points)

    def statement(self) -> str:
        points = rows([(i, x, y) for i, (x, y) in enumerate(self.points)])
        return (
            f"Here are {len(self.points)} points of the plane, no three of them on a line, one a line as: number x y\n{points}\n"
            "Choose as many of them as possible, at least three, such that the chosen points are the corners of a convex "
            "polygon: every chosen point is a corner of the convex hull of the chosen points. Other points may lie anywhere, "
            "also inside. Give the numbers of the chosen points."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.points)
        return IntegerSet(min_length=3, max_length=n, low=0, high=n - 1)

    def solve(self) -> list[int]:
        """For each leftmost corner, the longest closed chain of steps in the order of their angles."""
        order = sorted(range(len(self.points)), key=lambda i: self.points[i])
        n, scale = len(order), 1 + max(map(max, self.points))
        sheared = [(self.points[i][0] * scale + self.points[i][1], self.points[i][1]) for i in order]  # no step is vertical
        unit = scale**4  # two slopes differ by more than 1 / unit
        pairs = [(i, j) for i in range(n) for j in range(n) if i != j]
        slopes = [(sheared[j][1] - sheared[i][1]) * unit // (sheared[j][0] - sheared[i][0]) for i, j in pairs]
        steps = sorted([(i > j, slope, i, j) for slope, (i, j) in zip(slopes, pairs, strict=True)])  # to the right, then back
        most, best = 0, None
        for start in range(n):
            count = [0] * n  # corners of the longest chain so far from start to each point
            chain: list[Any] = [None] * n  # and these corners, the last one first, as linked pairs
            count[start], chain[start] = 1, (start, None)
            for _, _, i, j in steps:
                if j > start:
                    if count[i] and count[i] >= count[j]:
                        count[j], chain[j] = count[i] + 1, (j, chain[i])
                elif j == start and count[i] > most:
                    most, best = count[i], chain[i]
        answer = []
        while best:
            answer.append(order[best[0]])
            best = best[1]
        return answer

    def objective(self, answer: Sequence[int], /) -> int:
        if len(hull([self.points[i] for i in answer])) < len(answer):
            raise Infeasible("a chosen point is no corner of the convex hull of the chosen points")
        return len(answer)

    def guesses(self) -> Iterable[Sequence[int]]:
        n = len(self.points)
        yield range(n)
        if n < 6:
            return
        corners: list[int] = []
        for i in range(n):  # take each point that fits to those taken before
            if len(hull([self.points[j] for j in (*corners, i)])) > len(corners):
                corners.append(i)
        yield corners


def on_no_line(point: tuple[int, int], points: Sequence[tuple[int, int]]) -> bool:
    """Whether a point differs from all the others and is not on a line with two of them."""
    directions = set()
    for u, v in points:
        dx, dy = u - point[0], v - point[1]
        divisor = gcd(dx, dy) if (dx, dy) > (0, 0) else -gcd(dx, dy)
        if divisor == 0:
            return False
        directions.add((dx // divisor, dy // divisor))
    return len(directions) == len(points)
