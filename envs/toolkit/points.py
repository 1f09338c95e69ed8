"""Points of the plane with integer coordinates."""

from collections.abc import Iterable, Sequence


def hull(points: Iterable[Sequence[int]]) -> list[Sequence[int]]:
    """The corners of the convex hull of different points, counter-clockwise, by Andrew's monotone chain."""
    points = sorted(points)
    if len(points) < 3:
        return points
    corners: list[Sequence[int]] = []
    for half in (points, points[::-1]):
        base = len(corners)
        for x, y in half:
            while len(corners) > base + 1:
                (a, b), (c, d) = corners[-2:]
                if (c - a) * (y - b) > (x - a) * (d - b):
                    break
                corners.pop()
            corners.append((x, y))
        corners.pop()
    return corners


def doubled_area(corners: Sequence[Sequence[int]]) -> int:
    """Twice the area of a polygon by the shoelace formula: positive when its corners run counter-clockwise."""
    following = [*corners[1:], *corners[:1]]
    return sum([a * d - b * c for (a, b), (c, d) in zip(corners, following, strict=True)])
