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
    From level 3 on it is not enough to put one wherever all the clues around lack one.
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

    def acceptable(self) -> bool:
        if len(self.solution) <= 8:
            return True
        kept, total = self.satisfied(self._where_all_lack())
        return kept < total

    def rules(self) -> Mapping[str, Sequence[int]]:
        return {"clue by clue": self._clue_by_clue(), "where all lack": self._where_all_lack()}

    def _clue_by_clue(self) -> list[int]:
        """For each clue as many mines as it lacks, in the first unknown cells around it, and none in the others."""
        text, around = "".join(self.grid), _around(len(self.grid), len(self.grid[0]))
        mines = dict.fromkeys([place for place, cell in enumerate(text) if cell == OPEN], -1)
        for place, clue in enumerate(text):
            if clue != OPEN:
                lack = int(clue) - sum([mines.get(other) == 1 for other in around[place]])
                for other in around[place]:
                    if mines.get(other) == -1:
                        mines[other] = int(lack > 0)
                        lack -= mines[other]
        return [max(0, mine) for mine in mines.values()]

    def _where_all_lack(self) -> list[int]:
        """From the cell with most clues around to that with fewest, a mine where all these clues still lack one."""
        text, around = "".join(self.grid), _around(len(self.grid), len(self.grid[0]))
        lack = {place: int(cell) for place, cell in enumerate(text) if cell != OPEN}
        clues = {place: [other for other in around[place] if other in lack] for place in range(len(text)) if place not in lack}
        mines = set()
        for place in sorted(clues, key=lambda place: -len(clues[place])):
            if clues[place] and all(lack[clue] for clue in clues[place]):
                mines.add(place)
                for clue in clues[place]:
                    lack[clue] -= 1
        return [int(place in mines) for place in clues]


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
