"""Complete a 0/1 grid whose sums over each cell and its neighbours have given parities."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from operator import eq
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Grid, Infeasible, grow, hidden
from rlve.envs.toolkit.grids import beside
from rlve.envs.toolkit.open_cells import OPEN, cells_in_rows, grid_text, open_some
from rlve.envs.toolkit.sizes import sides


class NeighborhoodParityGrid(ConstraintEnvironment):
    """A 0/1 grid from the parities around its cells; rows and columns together a fifteenth more, and one, with each level.

    From 2 x 3 on, drawn uniformly. Half of the cells are shown, a quarter from level 3 on.
    Reward: (share of cells with the right parity)^20.
    """

    parities: Sequence[str]
    shown: Sequence[str]
    solution: Sequence[str] = hidden()

    paper_name = "GridParityConstruction"
    max_level = 22
    exponent = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"total": grow(5, level, percent=7, plus=1)}

    @classmethod
    def draw(cls, rng: Random, total: int) -> Self:
        height, width = sides(rng, total)
        cells = [rng.randrange(2) for _ in range(height * width)]
        grid = cells_in_rows([*map(str, cells)], width)
        shown, _ = open_some(rng, grid, len(cells) - len(cells) // (2 if total < 8 else 4))
        return cls(parities=cells_in_rows([*map(str, _parities(cells, width))], width), shown=shown, solution=grid)

    def statement(self) -> str:
        parities = "\n".join(self.parities)
        return (
            f"{grid_text(self.shown)}\n"
            "Put a 0 or a 1 in place of every ?. For each cell, add up the cell and its neighbours, which are the cells that "
            "share a side with it. The sum should be even where this grid has a 0, and odd where it has a 1:\n"
            f"{parities}\nGive the first grid, completed. Its other cells must stay as they are."
        )

    def answer_format(self) -> AnswerFormat:
        return Grid(len(self.shown), len(self.shown[0]), "01")

    def solve(self) -> list[str]:
        """From the first row, whose cells are unknowns, each cell is a sum of some of them: their bits, and the last one for a 1.

        The cells that are shown, and those of the row below the grid, which are 0, are equations.
        """
        width = len(self.shown[0])
        one = 1 << width
        forms = [[0] * width, [1 << j for j in range(width)]]
        for odd in self.parities:
            above, row = forms[-2:]
            around = zip(above, row, [0, *row[:-1]], [*row[1:], 0], odd, strict=True)
            forms.append([a ^ b ^ c ^ d ^ one * (cell == "1") for a, b, c, d, cell in around])
        known = "".join([*self.shown, "0" * width])
        pivots: dict[int, int] = {}  # the lowest unknown of an equation -> the equation
        for cell, form in zip(known, chain(*forms[1:]), strict=True):
            form = form ^ one * (cell == "1") if cell != OPEN else 0
            while (lowest := form & -form) in pivots:
                form ^= pivots[lowest]
            if 0 < lowest < one:
                pivots[lowest] = form
        first = one
        for j in range(width)[::-1]:
            first |= ((pivots.get(1 << j, 0) & first).bit_count() % 2) << j
        return ["".join([str((form & first).bit_count() % 2) for form in row]) for row in forms[1:-1]]

    def satisfied(self, answer: Sequence[str], /) -> tuple[int, int]:
        for before, after in zip("".join(self.shown), "".join(answer), strict=True):
            if before not in (OPEN, after):
                raise Infeasible("a cell that is no ? was changed")
        found = _parities([*map(int, "".join(answer))], len(answer[0]))
        return sum(map(eq, found, map(int, "".join(self.parities)))), len(found)

    def guesses(self) -> Iterable[Sequence[str]]:
        shown = "\n".join(self.shown)
        return [shown.replace(OPEN, digit).split("\n") for digit in "01"]

    def rules(self) -> Mapping[str, Sequence[str]]:
        """The parities in place of every ?; zeros in the first row, and below each cell what its parity asks for."""
        width, shown = len(self.shown[0]), "".join(self.shown)
        odd = [*map(int, "".join(self.parities))]
        around = beside(len(self.shown), width)
        cells: list[int] = []
        for place, cell in enumerate(shown):
            above = place - width  # the last cell around it is this one
            fitting = sum([odd[above], cells[above], *[cells[other] for other in around[above][:-1]]]) if above >= 0 else 0
            cells.append(fitting % 2 if cell == OPEN else int(cell))
        copied = [odd[place] if cell == OPEN else cell for place, cell in enumerate(shown)]
        return {"the parities": cells_in_rows([*map(str, copied)], width), "row by row": cells_in_rows([*map(str, cells)], width)}


def _parities(cells: Sequence[int], width: int) -> list[int]:
    """For each cell whether the sum of it and its neighbours is odd."""
    around = beside(len(cells) // width, width)
    return [(cell + sum([cells[other] for other in others])) % 2 for cell, others in zip(cells, around, strict=True)]
