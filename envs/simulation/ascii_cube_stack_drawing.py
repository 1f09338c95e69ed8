"""Draw stacks of cubes in an oblique view."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Grid
from rlve.envs.toolkit.scores import credit_by_share
from rlve.envs.toolkit.text import rows


class AsciiCubeStackDrawing(Environment):
    """Some lines of the picture of a grid of stacks; a row or a column of them more with every third level.

    Two rows and two columns at first, stacks of up to 3 cubes, each drawn with 4 characters, and one line is asked for. The
    lines, the size of a cube, and in the end the stacks grow with the levels between.
    Reward: (share of characters that are right)^10, or to a higher power of many.
    """

    heights: Sequence[Sequence[int]]
    cube: Sequence[int]
    first: int
    lines: int

    paper_name = "BlockImage"
    max_level = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {
            "sides": 4 + (level + 2) // 3,
            "highest": 3 + level // 6,
            "cube": 1 + (level + 3) // 6,
            "lines": 1 + (level + 1) // 3,
        }

    @classmethod
    def draw(cls, rng: Random, sides: int, highest: int, cube: int, lines: int) -> Self:
        m = (sides + rng.randint(0, 1)) // 2
        heights = [[rng.randint(1, highest) for _ in range(sides - m)] for _ in range(m)]
        width, height, depth = (rng.randint(max(1, cube - 1), cube) for _ in range(3))
        tall = max([(m - i) * depth + max(row) * height for i, row in enumerate(heights)])
        first = rng.randint(0, max(0, tall - lines))
        return cls(heights=heights, cube=[width, height, depth], first=first, lines=min(lines, tall))

    def statement(self) -> str:
        width, height, depth = self.cube
        cube = "\n".join([line.ljust(width + depth, ".") for line in _drawing(width, height, depth)])
        lines = f"line {self.first}" if self.lines == 1 else f"the lines {self.first} to {self.first + self.lines - 1}"
        return (
            f"A cube is drawn like this; the dots are no part of it:\n{cube}\n"
            f"Stacks of cubes stand in {len(self.heights)} rows, the first row at the back. These are their heights in cubes:\n"
            f"{rows(self.heights)}\n"
            f"One column to the right moves the drawing of a cube {width} to the right, one row to the back moves it {depth} up "
            f"and {depth} to the right, one cube higher moves it {height} up. The cubes are drawn row by row from the back, in a "
            "row from left to right, in a stack from the bottom, each over what is there already. The picture is the smallest "
            f"rectangle that holds them all, with dots where nothing is drawn. Give {lines} of it, counted from 0 at the top."
        )

    def answer_format(self) -> AnswerFormat:
        width, _, depth = self.cube
        return Grid(self.lines, len(self.heights[0]) * width + len(self.heights) * depth, "#=/.")

    def solve(self) -> list[str]:
        """The painter's algorithm; a stack looks like one tall cube. Lines count upwards here, from 1 at the bottom."""
        width, height, depth = self.cube
        picture: dict[tuple[int, int], str] = {}
        for i, row in enumerate(self.heights):
            back = (len(self.heights) - 1 - i) * depth
            for j, stack in enumerate(row):
                for k, line in enumerate(_drawing(width, height * stack, depth)):
                    place, left = back + depth + height * stack - k, back + j * width
                    picture |= {(place, left + c): character for c, character in enumerate(line) if character != "."}
        top, wide = max(picture)[0] - self.first, max([column for _, column in picture]) + 1
        return ["".join([picture.get((top - k, column), ".") for column in range(wide)]) for k in range(self.lines)]

    def rules(self) -> Mapping[str, Sequence[str]]:
        others = {
            "all stacks as high as the highest of their row": [[max(row)] * len(row) for row in self.heights],
            "right and left exchanged": [row[::-1] for row in self.heights],
        }
        return {name: type(self)(heights, self.cube, self.first, self.lines).solve() for name, heights in others.items()}

    def score(self, answer: Sequence[str], /) -> float:
        right, given = ([ord(c) for c in "".join(lines)] for lines in (self.reference, answer))
        return credit_by_share(right, given, 10)


def _drawing(width: int, height: int, depth: int) -> list[str]:
    """A cube line by line: its top or its front, and what is seen of its side to the right of that."""
    lines = []
    for k in range(height + depth):
        side = min(depth, depth + height - k) - max(0, depth - k)
        lines.append("." * (depth - k) + ("=" if k < depth else "#") * width + "/" * side)
    return lines
