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
    """How many triangles have their corners among the points of a grid, some of which are struck out; larger with each level.

    The sides become a tenth longer, and one, and one more point is struck out. From level 1 on some lines of three points are
    neither rows nor columns nor diagonals. Reward: exact.
    """

    width: int
    height: int
    holes: Sequence[Sequence[int]]

    paper_name = "GridTriangleCounting"
    max_level = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"side": grow(3, level, percent=10, plus=1), "holes": 3 + level}

    @classmethod
    def draw(cls, rng: Random, side: int, holes: int) -> Self:
        width, height = near(rng, side), near(rng, side)
        chosen = rng.sample(range((width + 1) * (height + 1)), holes)
        return cls(width=width, height=height, holes=sorted([divmod(place, height + 1) for place in chosen]))

    def statement(self) -> str:
        return (
            f"Take the points of the plane with integer coordinates 0 <= x <= {self.width} and 0 <= y <= {self.height}, without "
            f"these {len(self.holes)} points, one a line as: x y\n{rows(self.holes)}\n"
            "Count the triangles whose three corners are among the points that remain: sets of three different points that do "
            "not lie on one line. Triangles of the same shape at different places are different."
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
        return [comb((self.width + 1) * (self.height + 1) - len(self.holes), 3)]
