"""Complete a grid of skyscrapers by the sums of the heights that are seen from the sides."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, hidden
from rlve.envs.toolkit.latin import latin_square
from rlve.envs.toolkit.open_cells import OPEN, WHAT_THEY_STAND_FOR, cells_in_rows, filled, grid_text, rows_and_columns
from rlve.envs.toolkit.sizes import rungs

SIDES = (("row", "left"), ("row", "right"), ("column", "top"), ("column", "bottom"))


class SkyscrapersVisibleHeightSum(ConstraintEnvironment):
    """Open cells of an N x N grid of heights, each once in a row and column, by sums of visible heights.

    Four cells of 4 x 4 and four of the 4N sums at first; two more sums and about an eighth more cells, and one, with each level,
    a row and column more with every fourth. Among the open cells are two rows that could be exchanged in two or more columns.
    Reward: (share of right sums, and of rows and columns that hold each height, among those with open cells)^10.
    """

    grid: Sequence[str]
    sums: Sequence[Sequence[int]]  # index of the side, row or column, sum
    solution: Sequence[int] = hidden()

    paper_name = "SkyscraperSumPuzzle"
    max_level = 20
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = 4 + level // 4
        return {
            "n": n,
            "gaps": min(rungs((4, 5, 7, 10, 14), level, percent=12, plus=1), n * n * 4 // 5),
            "told": min(4 + 2 * level, 4 * n),
        }

    @classmethod
    def draw(cls, rng: Random, n: int, gaps: int, told: int) -> Self:
        square = [[height + 1 for height in row] for row in latin_square(rng, n)]
        places = _exchangeable(square, rng.sample(range(n), n))
        places += [place for place in rng.sample(range(n * n), n * n) if place not in places]
        cells = [str(height) for row in square for height in row]
        opened = sorted(places[:gaps])
        solution = [int(cells[place]) for place in opened]
        views = [(side, line, total) for line in range(n) for side, total in enumerate(_seen(cells_in_rows(cells, n), line))]
        crossed = {(i, place // n) for place in opened for i in (0, 1)} | {(i, place % n) for place in opened for i in (2, 3)}
        for place in opened:
            cells[place] = OPEN
        ranked = sorted(rng.sample(views, 4 * n), key=lambda view: view[:2] not in crossed)
        return cls(grid=cells_in_rows(cells, n), sums=sorted(ranked[:told]), solution=solution)

    def statement(self) -> str:
        n = len(self.grid)
        told = "\n".join([f"{SIDES[side][0]} {line} from the {SIDES[side][1]}: {total}" for side, line, total in self.sums])
        return (
            f"{grid_text(self.grid)}\n"
            f"Each cell is a building, the digit its height. Put a height from 1 to {n} in place of each ? so that every row and "
            "every column holds each of these heights once. Someone who looks along a row or column from outside sees a building "
            "if all those before it are lower. The heights that are seen must have these sums (rows and columns count from 0):\n"
            f"{told}\n{WHAT_THEY_STAND_FOR}"
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.solution), low=1, high=len(self.grid))

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        n = len(self.grid)
        grid = filled(self.grid, answer)
        lines = [
            len({*line}) == n
            for line, old in zip(rows_and_columns(grid), rows_and_columns(self.grid), strict=True)
            if OPEN in old
        ]
        seen = [_seen(grid, line) for line in range(n)]
        return sum(lines) + sum([seen[line][side] == total for side, line, total in self.sums]), len(lines) + len(self.sums)

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Without a look at the sums: always where fewest heights fit row and column, the lowest or highest (1 if none does)."""
        n = len(self.grid)
        shown = "".join(self.grid)
        opened = [place for place, cell in enumerate(shown) if cell == OPEN]
        found = {}
        for name, pick in (("lowest", 0), ("highest", -1)):
            cells, left = [*shown], opened[:]
            while left:
                beside = {place: {*cells[place // n * n : place // n * n + n], *cells[place % n :: n]} for place in left}
                place = max(left, key=lambda place: len(beside[place]))
                left.remove(place)
                cells[place] = ([str(height) for height in range(1, n + 1) if str(height) not in beside[place]] or ["1"])[pick]
            found[f"{name} that fits"] = [int(cells[place]) for place in opened]
        return found


def _exchangeable(square: Sequence[Sequence[int]], order: Sequence[int]) -> list[int]:
    """The fewest cells of two rows, in that order of rows, that can be exchanged so that all columns stay as good."""
    n = len(square)
    best: list[int] = []
    for i, k in combinations(order, 2):
        below = dict(zip(square[i], square[k], strict=True))
        heights = [square[i][order[0]]]
        while below[heights[-1]] != heights[0]:
            heights.append(below[heights[-1]])
        if not best or 2 * len(heights) < len(best):
            best = [row * n + square[i].index(height) for height in heights for row in (i, k)]
    return best


def _seen(grid: Sequence[str], line: int) -> tuple[int, ...]:
    """The sums of the heights that are seen along a row from the left and right, and along a column from the top and bottom."""
    column = "".join([row[line] for row in grid])
    sums = []
    for view in (grid[line], grid[line][::-1], column, column[::-1]):
        highest = "0"
        total = 0
        for height in view:
            if height > highest:
                highest = height
                total += int(height)
        sums.append(total)
    return tuple(sums)
