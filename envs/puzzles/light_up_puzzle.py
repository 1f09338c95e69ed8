"""Light a grid with bulbs that do not light each other."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, grow, hidden
from rlve.envs.toolkit.grids import beside
from rlve.envs.toolkit.open_cells import OPEN, cells_in_rows, grid_text
from rlve.envs.toolkit.sizes import sides

WALL = "#"


class LightUpPuzzle(ConstraintEnvironment):
    """Which of the white cells of a grid hold bulbs: 4 white cells at first, a quarter more, and one, with each level.

    Rows and columns are 6 together at first, 8 at level 3, then one more with each level; from level 1 on a quarter to a third
    of the cells are walls, two in three of them with a number. Reward: (share of white cells lit as they should be and of
    numbers that are right)^10.
    """

    grid: Sequence[str]
    solution: Sequence[int] = hidden()

    paper_name = "LightUpPuzzle"
    max_level = 14
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"total": max(6 + level // 2, 5 + level), "gaps": grow(4, level, percent=25, plus=1)}

    @classmethod
    def draw(cls, rng: Random, total: int, gaps: int) -> Self:
        n, m = sides(rng, total)
        order = rng.sample(range(n * m), n * m)
        count = min(gaps, 3 * n * m // 4)
        cells = [OPEN] * (n * m)
        for place in order[count:]:
            cells[place] = WALL
        runs, near = _runs(cells, m), beside(n, m)
        bulbs: set[int] = set()
        lit: set[int] = set()  # the runs that hold a bulb
        for place in order[:count]:
            if lit.isdisjoint(runs[place]):
                bulbs.add(place)
                lit.update(runs[place])
        for place in order[count : count - -2 * (n * m - count) // 3]:
            cells[place] = str(len(bulbs.intersection(near[place])))
        return cls(grid=cells_in_rows(cells, m), solution=[int(place in bulbs) for place in sorted(order[:count])])

    def statement(self) -> str:
        return (
            f"{grid_text(self.grid)}\n"
            "A ? is a white cell, all other cells are walls. A bulb in a white cell lights this cell and, in its row and its "
            "column, all white cells up to the next wall on either side. Place bulbs so that every white cell is lit, no bulb "
            "lights another, and as many bulbs as the number of a wall says are directly above, below, left and right of it. "
            "Give for each ?, row by row from the top, each row from left to right, 1 for a bulb or 0 for none."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.solution), low=0, high=1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        n, m, cells = len(self.grid), len(self.grid[0]), "".join(self.grid)
        runs, left = _runs(cells, m), iter(answer)
        bulbs = {place for place in runs if next(left)}
        inside = Counter([run for place in bulbs for run in runs[place]])
        right = [
            inside[along] == inside[across] == 1 if place in bulbs else inside[along] + inside[across] > 0
            for place, (along, across) in runs.items()
        ]
        near = zip(beside(n, m), cells, strict=True)
        right += [len(bulbs.intersection(places)) == int(cell) for places, cell in near if cell.isdigit()]
        return sum(right), len(right)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [[1] * len(self.solution)]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """In some order a bulb in each cell that is not lit, whatever the numbers, or where none of them would be exceeded."""
        n, m, cells = len(self.grid), len(self.grid[0]), "".join(self.grid)
        runs, near = _runs(cells, m), beside(n, m)
        found = {}
        for way in (1, -1):
            for heeding in (False, True):
                free = [int(cell) if cell.isdigit() and heeding else 4 for cell in cells]
                bulbs, lit = set(), set()
                for place in [*runs][::way]:
                    if lit.isdisjoint(runs[place]) and all(free[other] for other in near[place]):
                        bulbs.add(place)
                        lit.update(runs[place])
                        for other in near[place]:
                            free[other] -= 1
                name = f"{'first to last' if way > 0 else 'last to first'}, {'heeding' if heeding else 'ignoring'} the numbers"
                found[name] = [int(place in bulbs) for place in runs]
        return found


def _runs(cells: Sequence[str], m: int) -> dict[int, tuple[int, int]]:
    """For each white cell, in reading order, its run of white cells along the row and down the column.

    A run is named by its first cell, along a row by 2 * place, down a column by 2 * place + 1.
    """
    runs: dict[int, tuple[int, int]] = {}
    for place, cell in enumerate(cells):
        if cell == OPEN:
            along = runs[place - 1][0] if place % m and place - 1 in runs else 2 * place
            across = runs[place - m][1] if place - m in runs else 2 * place + 1
            runs[place] = along, across
    return runs
