"""Draw stacks of cubes in an oblique view."""

from collections.abc import Iterable, Mapping, Sequence
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
        shape = [rng.randint(max(1, cube - 1), cube) for _ in range(3)]
        tall, _ = _size(heights, shape)
        return cls(heights=heights, cube=shape, first=rng.randint(0, max(0, tall - lines)), lines=min(lines, tall))

    def statement(self) -> str:
        width, height, depth = self.cube
        cube = [["."] * (width + depth) for _ in range(height + depth)]
        _paint(cube, 0, 0, self.cube)
        cube_text = "\n".join(["".join(line) for line in cube])
        lines = f"line {self.first}" if self.lines == 1 else f"the lines {self.first} to {self.first + self.lines - 1}"
        return (
            f"A cube is drawn like this; the dots are no part of it:\n{cube_text}\n"
            f"Stacks of cubes stand in {len(self.heights)} rows, the first row at the back. These are their heights in cubes:\n"
            f"{rows(self.heights)}\n"
            f"One column to the right moves the drawing of a cube {width} to the right, one row to the back moves it {depth} up "
            f"and {depth} to the right, one cube higher moves it {height} up. The cubes are drawn row by row from the back, in a "
            "row from left to right, in a stack from the bottom, each over what is there already. The picture is the smallest "
            f"rectangle that holds them all, with dots where nothing is drawn. Give {lines} of it, counted from 0 at the top."
        )

    def answer_format(self) -> AnswerFormat:
        return Grid(self.lines, _size(self.heights, self.cube)[1], "#=/.")

    def solve(self) -> list[str]:
        m, n = len(self.heights), len(self.heights[0])
        return self._picture([(i, j) for i in range(m) for j in range(n)])

    def _picture(self, stacks: Iterable[tuple[int, int]]) -> list[str]:
        """The painter's algorithm, for these stacks in this order; a stack looks like one tall cube."""
        (width, height, depth), (tall, wide) = self.cube, _size(self.heights, self.cube)
        picture = [["."] * wide for _ in range(tall)]
        for i, j in stacks:
            back = (len(self.heights) - 1 - i) * depth
            stack = height * self.heights[i][j]
            _paint(picture, tall - back - depth - stack, j * width + back, (width, stack, depth))
        return ["".join(line) for line in picture[self.first : self.first + self.lines]]

    def rules(self) -> Mapping[str, Sequence[str]]:
        m, n = len(self.heights), len(self.heights[0])
        stacks = [(i, j) for i in range(m) for j in range(n)]
        return {"the front row alone": self._picture(stacks[-n:]), "from front to back": self._picture(stacks[::-1])}

    def score(self, answer: Sequence[str], /) -> float:
        right, given = ([ord(c) for c in "".join(lines)] for lines in (self.reference, answer))
        return credit_by_share(right, given, 10)


def _size(heights: Sequence[Sequence[int]], cube: Sequence[int]) -> tuple[int, int]:
    """Lines and columns of the picture."""
    width, height, depth = cube
    m = len(heights)
    return max([(m - i) * depth + max(row) * height for i, row in enumerate(heights)]), len(heights[0]) * width + m * depth


def _paint(picture: list[list[str]], line: int, column: int, cube: Sequence[int]) -> None:
    """One cube: in each line its top or its front, and what is seen of its side to the right of that."""
    width, height, depth = cube
    for k in range(height + depth):
        start = max(0, depth - k)
        text = ("=" if k < depth else "#") * width + "/" * (min(depth, depth + height - k) - start)
        picture[line + k][column + start : column + start + len(text)] = text
