"""Place skyscrapers so that the right number is seen from every side."""

from collections.abc import Iterable, Sequence
from itertools import chain
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Grid, hidden
from rlve.envs.toolkit.latin import latin_square, require_latin
from rlve.envs.toolkit.text import numbered_rows


class SkyscrapersVisibleCount(ConstraintEnvironment):
    """Fill an N x N grid with heights, each once in a row and column, that fit the counts of visible buildings.

    One row and column more with every other level; the counts come from a random Latin square. Of the 4N some are not told,
    two at first and one more with every other level. Reward: (share of known counts that are right)^10 for a Latin square.
    """

    left_right: Sequence[Sequence[int]]  # 0: not known
    top_bottom: Sequence[Sequence[int]]
    solution: Sequence[Sequence[int]] = hidden()

    paper_name = "SkyscraperPuzzle"
    max_level = 40
    version = 3
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level // 2, "unknown": 2 + (level + 1) // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, unknown: int) -> Self:
        square = latin_square(rng, n)
        views = _views(square)
        for place in rng.sample(range(4 * n), unknown):
            views[place] = 0
        pairs = list(zip(views[::2], views[1::2], strict=True))
        return cls(left_right=pairs[:n], top_bottom=pairs[n:], solution=square)

    def statement(self) -> str:
        n = len(self.left_right)
        sides, ends = (
            numbered_rows([count or "?" for count in pair] for pair in pairs) for pairs in (self.left_right, self.top_bottom)
        )
        return (
            f"Fill a grid of {n} rows, counted from 0 at the top, and {n} columns, counted from 0 at the left, with heights from "
            f"0 to {n - 1}, so that every row and every column holds each height exactly once. Each cell is a building, one of "
            "height 0 too. Someone who looks along a row or column from outside sees a building if all those before it are "
            "lower; so the nearest one is always seen.\n"
            "The numbers of buildings seen from the left and from the right, one a line as: row: left right; ? stands for any "
            f"number\n{sides}\n"
            f"And those seen from the top and from the bottom, one a line as: column: top bottom\n{ends}\n"
            "Give a grid of heights that fits all these numbers."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.left_right)
        return Grid(n, n, low=0, high=n - 1)

    def satisfied(self, answer: Sequence[Sequence[int]], /) -> tuple[int, int]:
        require_latin(answer)
        told = [
            (count, seen) for count, seen in zip(chain(*self.left_right, *self.top_bottom), _views(answer), strict=True) if count
        ]
        return sum(count == seen for count, seen in told), len(told)

    def guesses(self) -> Iterable[Sequence[Sequence[int]]]:
        n = len(self.left_right)
        up = [[(i + j) % n for j in range(n)] for i in range(n)]
        return [up, up[::-1], [row[::-1] for row in up], [row[::-1] for row in up[::-1]]]


def _views(square: Sequence[Sequence[int]]) -> list[int]:
    """How many buildings are seen along each row, then each column, from its start and from its end."""
    return [_seen(line[::way]) for line in (*square, *zip(*square, strict=True)) for way in (1, -1)]


def _seen(heights: Sequence[int]) -> int:
    """How many heights exceed all before them."""
    count, highest = 0, -1
    for height in heights:
        if height > highest:
            count, highest = count + 1, height
    return count
