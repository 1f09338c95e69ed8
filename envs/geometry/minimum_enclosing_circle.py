"""Find the smallest circle that contains all of some points."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from math import atan2, isqrt
from random import Random
from typing import Any, Self

from rlve import AnswerFormat, Environment, Infeasible, IntegerList, grow
from rlve.envs.toolkit.text import rows

RADII = (5, 10, 13, 15, 17, 20, 25, 26, 29, 30, 34, 35, 37, 39, 40, 41, 45, 50, 51, 52, 53, 55, 58, 60, 61, 65)
Circle = tuple[int, int, int, int]  # (x, y, d, r): centre (x / d, y / d), square of the radius r / d^2


class MinimumEnclosingCircle(Environment):
    """Centre and radius of the smallest circle around N points; four at first, a twentieth more, and one, with each level.

    Up to level 1 two of the points, later mostly three, fix the circle; the others lie anywhere in it, or, from level 3 on, most
    of them near its edge. Reward: (least radius / radius)^10 for a larger circle that contains all points, else 0.
    """

    points: Sequence[Sequence[int]]

    paper_name = "SmallestCircle"
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=5, plus=1), "largest": (5, 10, 13)[level] if level < 3 else min(65, 20 + 5 * level)}

    @classmethod
    def draw(cls, rng: Random, n: int, largest: int) -> Self:
        radius = rng.choice([r for r in RADII if largest < 2 * r <= 2 * largest])
        inside, near, edge, acute = _lattice(radius)
        (a, b) = rng.choice(edge)
        points = list(rng.choice(acute)) if n > 5 and rng.random() < 0.95 else [(a, b), (-a, -b)]
        points += rng.sample(near if n > 6 and len(near) > 2 * n else inside, n - len(points))
        x, y = rng.randint(radius, 2 * radius), rng.randint(radius, 2 * radius)
        return cls(points=[(x + u, y + v) for u, v in rng.sample(points, n)])

    def statement(self) -> str:
        return (
            f"Here are {len(self.points)} points of the plane, one a line as: x y\n{rows(self.points)}\n"
            "Find the smallest circle that contains all of them; points on it count, too. The coordinates of its centre and its "
            "radius are integers. Give x and y of the centre, then the radius."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=3, low=0)

    def solve(self) -> list[int]:
        """While a point is outside, take the smallest circle around the farthest one and those that fix the present circle."""
        fixing, circle = [self.points[0]], (*self.points[0], 1, 0)
        while True:
            outside, farthest = max([(_excess(circle, point), point) for point in self.points])
            if outside <= 0:
                x, y, d, r = circle
                return [x // d, y // d, isqrt(r) // abs(d)]
            fixing, circle = _smallest([*fixing, farthest])

    def score(self, answer: Sequence[int], /) -> float:
        x, y, radius = answer
        holds = all(_excess((x, y, 1, radius * radius), point) <= 0 for point in self.points)
        return (self.reference[2] / radius) ** 10 if holds else 0.0

    def rules(self) -> Mapping[str, Sequence[int]]:
        xs, ys = zip(*self.points, strict=True)
        wide, high = max(xs) - min(xs), max(ys) - min(ys)
        p, q = max(combinations(self.points, 2), key=lambda pair: _distance(*pair))
        third = max(self.points, key=lambda point: _distance(p, point) + _distance(q, point))
        middle = (sum(xs) // len(xs), sum(ys) // len(ys))
        far = sorted(self.points, key=lambda point: -_distance(middle, point))
        found = {
            "the middle of the box": ((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2, 1, (max(wide, high) // 2) ** 2),
            "the two farthest apart": _circle([p, q]),
            "these and the one farthest from both": _smallest([p, q, third])[1],
            "the three farthest from the mean": _smallest(far[:3])[1],
        }
        return {name: [x // d, y // d, isqrt(r) // abs(d)] for name, (x, y, d, r) in found.items()}


@cache
def _lattice(radius: int) -> tuple[list[Any], ...]:
    """The points in a circle around the origin, those of them near its edge, those on it, but for the axes, and sets of three
    of these whose triangle has the origin inside."""
    numbers = range(-radius, radius + 1)
    square = [(x, y, x * x + y * y) for x in numbers for y in numbers]
    inside = [(x, y) for x, y, r in square if r < radius**2]
    near = [(x, y) for x, y, r in square if (29 * radius // 30) ** 2 < r < radius**2]
    edge = sorted([(x, y) for x, y, r in square if r == radius**2 and x and y], key=lambda point: atan2(*point))
    half = {p: [q for q in edge if p[0] * q[1] < p[1] * q[0]] for p in edge}  # up to half a turn further
    acute = [(p, q, r) for p in edge for q in half[p] for r in half[q] if p < q and p < r and p in half[r]]
    return inside, near, edge, acute


def _distance(p: Sequence[int], q: Sequence[int]) -> int:
    return (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2


def _excess(circle: Circle, point: Sequence[int]) -> int:
    """How far outside a point lies, by a measure that is at most 0 inside."""
    x, y, d, r = circle
    return (d * point[0] - x) ** 2 + (d * point[1] - y) ** 2 - r


def _circle(points: Sequence[Sequence[int]]) -> Circle:
    """The circle with two points as a diameter, or the one through three (d = 0 if they are on a line)."""
    if len(points) == 2:
        (a, b), (c, e) = points
        x, y, d = a + c, b + e, 2
    else:
        (a, b), (c, e), (f, g) = points
        d = 2 * (a * (e - g) + c * (g - b) + f * (b - e))
        p, q, r = a * a + b * b, c * c + e * e, f * f + g * g
        x, y = p * (e - g) + q * (g - b) + r * (b - e), p * (f - c) + q * (a - f) + r * (c - a)
    return x, y, d, (d * a - x) ** 2 + (d * b - y) ** 2


def _smallest(points: Sequence[Sequence[int]]) -> tuple[list[Sequence[int]], Circle]:
    """Of two to four points the smallest circle that contains all, and two or three that fix it."""
    best = None
    for size in (2, 3):
        for some in combinations(points, size):
            circle = _circle(some)
            _, _, d, r = circle
            smaller = d and (best is None or r * best[1][2] ** 2 < best[1][3] * d * d)
            if smaller and all(_excess(circle, point) <= 0 for point in points):
                best = list(some), circle
        if best:
            return best
    raise Infeasible("the points are all the same")
