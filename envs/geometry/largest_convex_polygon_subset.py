"""Choose as many points in convex position as possible."""

from collections.abc import Iterable, Sequence
from math import atan2, gcd, pi
from random import Random
from typing import Any, Self

from rlve import AnswerFormat, Infeasible, IntegerSet, OptimizationEnvironment
from rlve.envs.toolkit.graphs import rows


class LargestConvexPolygonSubset(OptimizationEnvironment):
    """A largest set of points that are all corners of their convex hull; one more point with each level.

    N lattice points, no three in line, on a square of side 3N. Reward: (number of points / largest number)^5.
    """

    points: Sequence[Sequence[int]]

    paper_name = "LargestConvexPolygon"
    max_level = 30
    goal = "maximum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 7 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        points: list[tuple[int, int]] = []
        for _ in range(40 * n):  # far more than are needed: most candidates fit
            x, y = rng.randint(0, 3 * n), rng.randint(0, 3 * n)
            if (x, y) not in points and len({_direction(x - a, y - b) for a, b in points}) == len(points):
                points.append((x, y))
            if len(points) == n:
                break
        return cls(points=points)

    def statement(self) -> str:
        labelled = rows([(i, *point) for i, point in enumerate(self.points, 1)])
        return (
            f"Here are {len(self.points)} points of the plane, no three of them on one line, one a line as: label x y\n{labelled}\n"
            "Choose as many of them as possible, at least three, such that each chosen point is a corner of the convex hull of the "
            "chosen points (points not chosen may lie anywhere). Give the labels of the chosen points."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.points)
        return IntegerSet(min_length=3, max_length=n, low=1, high=n)

    def solve(self) -> list[int]:
        """Walk round a polygon counterclockwise from its lowest point: its edges come in the order of their angles."""
        n = len(self.points)
        order = sorted(range(n), key=lambda i: self.points[i][::-1])
        points = [self.points[i] for i in order]
        edges = sorted([(_angle(a, b), i, j) for i, a in enumerate(points) for j, b in enumerate(points) if i != j])
        best: tuple[int, Any] = (0, None)
        for start in range(n - 2):
            chains: list[tuple[int, Any]] = [(0, None)] * n  # (length, the points so far as a linked list) of a longest chain
            chains[start] = (1, (start, None))
            for _, i, j in edges:
                if i >= start and j > start and chains[i][0] and chains[i][0] >= chains[j][0]:
                    chains[j] = (chains[i][0] + 1, (j, chains[i][1]))
                elif j == start and chains[i][0] > best[0]:
                    best = chains[i]
        labels, link = [], best[1]
        while link:
            labels.append(order[link[0]] + 1)
            link = link[1]
        return labels

    def objective(self, answer: Sequence[int], /) -> int:
        chosen = sorted([self.points[label - 1] for label in answer])
        corners = 0
        for path in (chosen, chosen[::-1]):  # the lower and the upper side of the hull
            side: list[Sequence[int]] = []
            for point in path:
                while len(side) > 1 and _turn(side[-2], side[-1], point) <= 0:
                    side.pop()
                side.append(point)
            corners += len(side) - 1
        if corners < len(chosen):
            raise Infeasible(f"{len(chosen) - corners} of the chosen points are no corners of their convex hull")
        return len(chosen)

    def guesses(self) -> Iterable[Sequence[int]]:
        n = len(self.points)
        return [range(1, n + 1), range(1, n), range(2, n + 1)]


def _direction(dx: int, dy: int) -> tuple[int, int]:
    """The direction of a line through the origin, in lowest terms."""
    divisor = gcd(dx, dy)
    if dx < 0 or (dx == 0 and dy < 0):
        divisor = -divisor
    return dx // divisor, dy // divisor


def _angle(a: Sequence[int], b: Sequence[int]) -> float:
    """The angle of the way from a to b, in [0, 2 pi); distinct directions on these grids differ far beyond rounding."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    divisor = gcd(dx, dy)
    return atan2(dy // divisor, dx // divisor) % (2 * pi)


def _turn(a: Sequence[int], b: Sequence[int], c: Sequence[int]) -> int:
    """Positive when a, b, c turn left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
