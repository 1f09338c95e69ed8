"""Take the largest entry of every square window of a matrix."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Grid, grow
from rlve.envs.toolkit.grids import number_grid
from rlve.envs.toolkit.scores import credit_by_share
from rlve.envs.toolkit.sizes import sides


class MatrixMaxPooling(Environment):
    """The maxima of all K x K windows of a matrix; from level 1 rows and columns together a fifteenth more, and one, a level.

    From 3 x 3 on, K from 2 to half the shorter side. Reward: (share of entries that are right)^5, to a higher power of many.
    """

    matrix: Sequence[Sequence[int]]
    k: int

    paper_name = "MatrixPooling"
    max_level = 24

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"total": grow(6, max(0, level - 1), percent=7, plus=1), "largest": 30 if level else 9}

    @classmethod
    def draw(cls, rng: Random, total: int, largest: int) -> Self:
        height, width = sides(rng, total)
        matrix = [[rng.randint(0, max(largest, height * width)) for _ in range(width)] for _ in range(height)]
        return cls(matrix=matrix, k=rng.randint(2, max(2, min(height, width) // 2)))

    def statement(self) -> str:
        height, width, k = len(self.matrix), len(self.matrix[0]), self.k
        return (
            f"{number_grid(self.matrix)}\n"
            f"A window is a block of {k} neighbouring rows and {k} neighbouring columns that lies inside the grid. Windows may "
            f"overlap, and there is one at every place: {height - k + 1} from top to bottom, {width - k + 1} from left to right. "
            "Give the grid of the largest integers of the windows, each at the place of its window."
        )

    def answer_format(self) -> AnswerFormat:
        return Grid(len(self.matrix) - self.k + 1, len(self.matrix[0]) - self.k + 1)

    def solve(self) -> list[list[int]]:
        """The maxima of runs of K in each row, then of K of these in each column."""
        across = [_maxima(row, self.k) for row in self.matrix]
        return [list(row) for row in zip(*[_maxima(column, self.k) for column in zip(*across, strict=True)], strict=True)]

    def guesses(self) -> Iterable[Sequence[Sequence[int]]]:
        most = max(map(max, self.matrix))
        return [[[most] * (len(self.matrix[0]) - self.k + 1)] * (len(self.matrix) - self.k + 1)]

    def rules(self) -> Mapping[str, Sequence[Sequence[int]]]:
        """The maxima of rows of windows alone, and of windows one smaller."""
        height, width, k = len(self.matrix), len(self.matrix[0]), self.k
        pairs = [_maxima(row, k - 1) for row in self.matrix]
        smaller = [[max([row[j] for row in pairs[i : i + k - 1]]) for j in range(width - k + 1)] for i in range(height - k + 1)]
        return {"first rows of windows": [_maxima(row, k) for row in self.matrix[: height - k + 1]], "smaller windows": smaller}

    def score(self, answer: Sequence[Sequence[int]], /) -> float:
        return credit_by_share([*chain(*self.reference)], [*chain(*answer)], 5)


def _maxima(numbers: Sequence[int], k: int) -> list[int]:
    """The largest of each K numbers in a row: doubling runs, the last two of which overlap."""
    length = 1
    while 2 * length <= k:
        numbers = list(map(max, numbers, numbers[length:]))
        length *= 2
    return list(map(max, numbers, numbers[k - length :]))
