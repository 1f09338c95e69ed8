"""Count the squares of a grid of points that avoid some of them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.sizes import near
from rlve.envs.toolkit.text import rows

CORNERS_TIMES = {1: 1, 3: 2, 6: 3}  # pairs of corners: corners, less one


class LatticeSquaresAvoidingPoints(Environment):
    """How many squares, tilted ones too, have their corners among the points of a grid, some of which are struck out.

    Two or three of 4 x 3 points are struck out at first. The sides become a tenth longer, and one, with each level from 2 on;
    then there is one more point to strike out as well. Reward: exact.
    """

    width: int
    height: int
    holes: Sequence[Sequence[int]]

    paper_name = "SquareUndamagedPointCounting"
    max_level = 22

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        if level < 3:
            return {"width": 3, "height": 2 + (level > 0), "holes": 3 + level}
        return {
            "width": grow(4, level - 3, percent=10, plus=1),
            "height": grow(4, level - 3, percent=10, plus=1),
            "holes": 2 + level,
        }

    @classmethod
    def draw(cls, rng: Random, width: int, height: int, holes: int) -> Self:
        width, height = rng.sample([near(rng, width), near(rng, height)], 2)
        chosen = rng.sample(range((width + 1) * (height + 1)), near(rng, holes) - (holes == 3) * rng.randint(0, 1))
        return cls(width=width, height=height, holes=sorted([divmod(place, height + 1) for place in chosen]))

    def statement(self) -> str:
        return (
            f"Take the points of the plane with integer coordinates 0 <= x <= {self.width} and 0 <= y <= {self.height}, without "
            f"these {len(self.holes)} points, one a line as: x y\n{rows(self.holes)}\n"
            "Count the squares whose four corners are among the points that remain. Their sides may be slanted; points inside a "
            "square or on its sides do not matter."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """All squares, less those with a hole for a corner.

        The squares through each hole, added up, count a square as often as it has such corners; through each pair of holes it
        is found as often as it has pairs of them.
        """
        width, height = self.width, self.height
        count = self._all() - sum([self._through(x, y) for x, y in self.holes])
        found: Counter[tuple[tuple[int, int], ...]] = Counter()
        for (a, b), (c, d) in combinations(self.holes, 2):
            dx, dy = c - a, d - b
            squares = [
                ((a, b), (c, d), (c - dy, d + dx), (a - dy, b + dx)),
                ((a, b), (c, d), (c + dy, d - dx), (a + dy, b - dx)),
            ]
            if (dx + dy) % 2 == 0:
                u, v = (dx - dy) // 2, (dx + dy) // 2
                squares.append(((a, b), (c, d), (a + u, b + v), (c - u, d - v)))
            for square in squares:
                if all(0 <= x <= width and 0 <= y <= height for x, y in square[2:]):
                    found[tuple(sorted(square))] += 1
        return count + sum([CORNERS_TIMES[pairs] for pairs in found.values()])

    def _all(self) -> int:
        """Of all slants: s of them have a square of side s around them that is upright."""
        return sum([(self.width - s + 1) * (self.height - s + 1) * s for s in range(1, min(self.width, self.height) + 1)])

    def _through(self, x: int, y: int) -> int:
        """The squares of the full grid with a corner at (x, y), by the side of it on which they lie.

        One with the side (p, q), p > 0 and q >= 0, reaches p to one side, q to the other and p + q away.
        """
        left, right, down, up = x, self.width - x, y, self.height - y
        sides = ((right, left, up), (up, down, left), (left, right, down), (down, up, right))
        return sum([_triangle(a) - _triangle(a - p) - _triangle(a - q - 1) + _triangle(a - p - q - 1) for p, q, a in sides])

    def guesses(self) -> Iterable[int]:
        return [0, self._all()] if self.width > 3 else []

    def rules(self) -> Mapping[str, int]:
        w, h, holes = self.width, self.height, set(self.holes)
        upright = [
            [(x, y), (x + s, y), (x, y + s), (x + s, y + s)]
            for s in range(1, min(w, h) + 1)
            for x in range(w - s + 1)
            for y in range(h - s + 1)
        ]
        return {
            "upright squares": sum([holes.isdisjoint(square) for square in upright]),
            "as if each square lost one corner at most": max(0, self._all() - sum([self._through(x, y) for x, y in holes])),
        }


def _triangle(n: int) -> int:
    return n * (n + 1) // 2 if n > 0 else 0
