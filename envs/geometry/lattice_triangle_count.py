"""Count the triangles whose corners are points of a grid with holes."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import comb, gcd
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.sizes import near
from rlve.envs.toolkit.text import rows


class LatticeTriangleCount(Environment):
    """How many triangles have their corners among the points of a grid, some of which are struck out.

    Four or five of 3 x 3 points remain at first, 12 or 13 of 4 x 4 at level 4. From there on the sides become a tenth longer,
    and one, and one more point is struck out, with each level. Reward: exact.
    """

    width: int
    height: int
    holes: Sequence[Sequence[int]]

    paper_name = "GridTriangleCounting"
    version = 2
    max_level = 24

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        if level < 4:
            width, height, points = ((2, 2, 5), (2, 2, 6), (3, 2, 9), (3, 3, 12))[level]
        else:
            width = height = grow(3, level - 4, percent=10, plus=1)
            points = (width + 1) ** 2 - level + 1
        return {"width": width, "height": height, "points": points}

    @classmethod
    def draw(cls, rng: Random, width: int, height: int, points: int) -> Self:
        """As many points are struck out as leave that number of the largest grid, or one fewer."""
        holes = (width + 1) * (height + 1) - points + rng.randint(0, 1)
        width, height = rng.sample([near(rng, width), near(rng, height)], 2)
        chosen = rng.sample(range((width + 1) * (height + 1)), holes)
        return cls(width=width, height=height, holes=sorted([divmod(place, height + 1) for place in chosen]))

    def statement(self) -> str:
        return (
            f"Take the points of the plane with integer coordinates 0 <= x <= {self.width} and 0 <= y <= {self.height}, without "
            f"these {len(self.holes)} points, one a line as: x y\n{rows(self.holes)}\n"
            "Count the triangles whose three corners are among the points that remain: sets of three different points that do "
            "not lie on one line."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """All sets of three points, less those on a line: of the full grid, without those that contain a hole."""
        width, height = self.width, self.height
        points = (width + 1) * (height + 1)
        on_lines = (height + 1) * comb(width + 1, 3) + (width + 1) * comb(height + 1, 3)
        for dx in range(1, width + 1):  # the vector between the outer two, with gcd - 1 points inside, in two mirror images
            for dy in range(1, height + 1):
                on_lines += 2 * (gcd(dx, dy) - 1) * (width + 1 - dx) * (height + 1 - dy)
        remaining = {(x, y) for x in range(width + 1) for y in range(height + 1)}
        for a, b in self.holes:
            remaining.remove((a, b))
            # By slope, the points on the line through the hole; as floats, fractions of small integers are equal when they are.
            lines = Counter([(y - b) / (x - a) if x != a else None for x, y in remaining])
            on_lines -= sum([comb(count, 2) for count in lines.values()])
        return comb(points - len(self.holes), 3) - on_lines

    def guesses(self) -> Iterable[int]:
        points = (self.width + 1) * (self.height + 1) - len(self.holes)
        return [comb(points, 3)] if points > 6 else []
