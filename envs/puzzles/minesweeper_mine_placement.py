"""Place mines that fit the numbers of mines around some cells."""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, grow, hidden
from rlve.envs.toolkit.open_cells import OPEN, cells_in_rows, grid_text
from rlve.envs.toolkit.sizes import sides


class MinesweeperMinePlacement(ConstraintEnvironment):
    """Which of the unknown cells of a grid hold mines, by clues: 4 unknown at first, a quarter more, and one, with each level.

    Rows and columns are 6 together at first, and one more with each level; from 2/5 to 3/5 of the unknown cells are mines.
    Reward: (share of clues that are right)^10.
    """

    grid: Sequence[str]
    solution: Sequence[int] = hidden()

    paper_name = "Minesweeping"
    max_level = 14
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"total": 6 + level, "gaps": grow(4, level, percent=25, plus=1)}

    @classmethod
    def draw(cls, rng: Random, total: int, gaps: int) -> Self:
        n, m = sides(rng, total)
        unknown = rng.sample(range(n * m), min(gaps, 2 * n * m // 3))
        mines = set(unknown[: rng.randint(2 * len(unknown) // 5, 3 * len(unknown) // 5)])
        clues = _clues(n, m, mines)
        shown = [OPEN if place in unknown else str(clue) for place, clue in enumerate(clues)]
        return cls(grid=cells_in_rows(shown, m), solution=[int(place in mines) for place in sorted(unknown)])

    def statement(self) -> str:
        return (
            f"{grid_text(self.grid)}\n"
            "A ? is a cell that may hold a mine; no other cell holds one. Each number says how many of the up to eight cells "
            "next to it, in a row, a column or a diagonal, hold mines. Which cells hold mines? Give for each ?, row by row "
            "from the top, each row from left to right, 1 for a mine or 0 for none. Any solution that fits all numbers will do."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.solution), low=0, high=1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        text = "".join(self.grid)
        left = iter(answer)
        mines = {place for place, cell in enumerate(text) if cell == OPEN and next(left)}
        right = [str(clue) == cell for clue, cell in zip(_clues(len(self.grid), len(self.grid[0]), mines), text, strict=True)]
        return sum(right), len(text) - len(answer)

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Clue by clue, as many mines as it lacks in the first unknown cells around it, and none in the others."""
        text, around = "".join(self.grid), _around(len(self.grid), len(self.grid[0]))
        found = {}
        for name, order in (("first to last", range(len(text))), ("last to first", range(len(text))[::-1])):
            mines = dict.fromkeys([place for place, cell in enumerate(text) if cell == OPEN], -1)
            for place in order:
                if text[place] != OPEN:
                    lack = int(text[place]) - sum([mines.get(other) == 1 for other in around[place]])
                    for other in around[place]:
                        if mines.get(other) == -1:
                            mines[other] = int(lack > 0)
                            lack -= mines[other]
            found[f"clue by clue, {name}"] = [max(0, mine) for mine in mines.values()]
        return found


@cache
def _around(n: int, m: int) -> list[list[int]]:
    """The cells around each cell of a grid, numbered in reading order."""
    return [
        [k * m + o for k in range(max(0, i - 1), min(n, i + 2)) for o in range(max(0, j - 1), min(m, j + 2)) if (k, o) != (i, j)]
        for i in range(n)
        for j in range(m)
    ]


def _clues(n: int, m: int, mines: set[int]) -> list[int]:
    """How many mines are around each cell."""
    counts = [0] * (n * m)
    for mine in mines:
        for place in _around(n, m)[mine]:
            counts[place] += 1
    return counts
