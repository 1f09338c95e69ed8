"""Place skyscrapers so that the right number is seen from every side."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Grid, hidden
from rlve.envs.toolkit.latin import latin_square, require_latin
from rlve.envs.toolkit.text import numbered_rows


class SkyscrapersVisibleCount(ConstraintEnvironment):
    """Fill an N x N grid with heights, each once in a row and column, that fit 4N counts of visible buildings.

    One row and column more with each level; the counts come from a random Latin square. Reward: (share of counts that are
    right)^10 for a Latin square.
    """

    left_right: Sequence[Sequence[int]]
    top_bottom: Sequence[Sequence[int]]
    solution: Sequence[Sequence[int]] = hidden()

    paper_name = "SkyscraperPuzzle"
    max_level = 20
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 4 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        square = latin_square(rng, n)
        columns = list(zip(*square, strict=True))
        return cls(left_right=_views(square), top_bottom=_views(columns), solution=square)

    def statement(self) -> str:
        n = len(self.left_right)
        return (
            f"A grid has {n} rows, 0 to {n - 1} from top to bottom, and {n} columns, 0 to {n - 1} from left to right. Fill it "
            f"with heights from 0 to {n - 1}, such that every row and every column holds each height exactly once.\n"
            "Each cell is a building, one of height 0 too. Someone who looks along a row or column from outside sees a building "
            "if all the buildings between it and them are lower; so the nearest one is always seen.\n"
            "Here are the numbers of buildings seen from the left and from the right, one a line as: row: left right\n"
            f"{numbered_rows(self.left_right)}\n"
            "And those seen from the top and from the bottom, one a line as: column: top bottom\n"
            f"{numbered_rows(self.top_bottom)}\n"
            "Give a grid of heights that fits all these numbers."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.left_right)
        return Grid(n, n, low=0, high=n - 1)

    def satisfied(self, answer: Sequence[Sequence[int]], /) -> tuple[int, int]:
        require_latin(answer)
        wanted = [*self.left_right, *self.top_bottom]
        views = [*_views(answer), *_views(list(zip(*answer, strict=True)))]
        return sum([(a == c) + (b == d) for (a, b), (c, d) in zip(wanted, views, strict=True)]), 2 * len(wanted)

    def guesses(self) -> Iterable[Sequence[Sequence[int]]]:
        n = len(self.left_right)
        up = [[(i + j) % n for j in range(n)] for i in range(n)]
        return [up, up[::-1], [row[::-1] for row in up], [row[::-1] for row in up[::-1]]]


def _views(lines: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """How many buildings are seen along each line, from its start and from its end."""
    return [(_seen(line), _seen(line[::-1])) for line in lines]


def _seen(heights: Sequence[int]) -> int:
    """How many heights exceed all before them."""
    count, highest = 0, -1
    for height in heights:
        if height > highest:
            count, highest = count + 1, height
    return count
