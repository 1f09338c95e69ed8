"""Find the distance of the cells of a grid with walls to the nearest source."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Grid
from rlve.envs.toolkit.scores import credit_by_share


class GridNearestSourceDistances(Environment):
    """Steps from each cell of a grid, or of some of its rows, to the nearest source around walls.

    One row of 3 x 3 cells at first; one row or one column more with each level, and one more row that is asked for, until all
    are. One to three sources, and walls in 25 to 35 percent of the cells. Reward: (share of cells that are right)^10, or to a
    higher power in a large grid.
    """

    rows: Sequence[str]
    first: int
    last: int

    paper_name = "GridBFS"
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        height, width = 3 + level // 2, 3 + (level + 1) // 2
        return {"height": height, "width": width, "asked": min(max(1, level), height)}

    @classmethod
    def draw(cls, rng: Random, height: int, width: int, asked: int) -> Self:
        cells, sources = height * width, rng.randint(1, 2 + (height > 4))
        walls = rng.randint(cells // 4, 35 * cells // 100)
        line = "".join(rng.sample("1" * sources + "X" * walls + "0" * (cells - sources - walls), cells))
        first = rng.randint(0, height - asked)
        return cls(rows=[line[start : start + width] for start in range(0, cells, width)], first=first, last=first + asked - 1)

    def statement(self) -> str:
        height, width, first, last = len(self.rows), len(self.rows[0]), self.first, self.last
        cells = f"the cells of row {first}" if first == last else f"the cells of the rows {first} to {last}"
        grid = "\n".join(self.rows)
        return (
            f"Here is a grid of {height} rows and {width} columns, both numbered from 0:\n{grid}\n"
            "A step goes from a cell to the next one above, below, on its left or on its right, but never into a wall, X. "
            "The distance of a cell is the least number of steps from it to a cell 1, so that a cell 1 has distance 0; walls "
            "and cells from which no cell 1 can be reached have distance -1. Give the distances of "
            f"{'all cells' if last - first == height - 1 else cells}, in their places."
        )

    def answer_format(self) -> AnswerFormat:
        height, width = len(self.rows), len(self.rows[0])
        return Grid(self.last - self.first + 1, width, low=-1, high=height * width)

    def solve(self) -> list[list[int]]:
        """Breadth-first search from all sources at once."""
        height, width = len(self.rows), len(self.rows[0])
        distance = [-1] * (height * width)
        line = "".join(self.rows)
        queue = [place for place, cell in enumerate(line) if cell == "1"]
        for place in queue:
            distance[place] = 0
        for place in queue:
            row, column = divmod(place, width)
            for near, inside in (
                (place - width, row),
                (place + width, row < height - 1),
                (place - 1, column),
                (place + 1, column < width - 1),
            ):
                if inside and distance[near] < 0 and line[near] != "X":
                    distance[near] = distance[place] + 1
                    queue.append(near)
        return [distance[row * width : (row + 1) * width] for row in range(self.first, self.last + 1)]

    def score(self, answer: Sequence[Sequence[int]], /) -> float:
        return credit_by_share([*chain(*self.reference)], [*chain(*answer)], 10)

    def guesses(self) -> Iterable[Sequence[Sequence[int]]]:
        return [self._straight()] if self.last - self.first > 1 else []

    def rules(self) -> Mapping[str, Sequence[Sequence[int]]]:
        reached = [[steps >= 0 for steps in row] for row in self.solve()]
        straight = self._straight()
        known = [[steps if r else -1 for steps, r in zip(*pair, strict=True)] for pair in zip(straight, reached, strict=True)]
        return {"as if there were no walls": straight, "this, but for cells that are cut off": known}

    def _straight(self) -> list[list[int]]:
        """The distances as if one could go through walls."""
        places = [(i, j) for i, row in enumerate(self.rows) for j, cell in enumerate(row) if cell == "1"]
        return [
            [-1 if cell == "X" else min([abs(i - a) + abs(j - b) for a, b in places]) for j, cell in enumerate(self.rows[i])]
            for i in range(self.first, self.last + 1)
        ]
