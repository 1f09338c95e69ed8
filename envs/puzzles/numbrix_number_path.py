"""Complete a grid whose numbers form a path from cell to neighbouring cell."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, grow, hidden
from rlve.envs.toolkit.grids import beside
from rlve.envs.toolkit.open_cells import WHAT_THEY_STAND_FOR
from rlve.envs.toolkit.open_numbers import OPEN, filled_numbers, missing_numbers, open_grid_text, without
from rlve.envs.toolkit.rearrangements import in_rows
from rlve.envs.toolkit.sizes import sides


class NumbrixNumberPath(ConstraintEnvironment):
    """Missing numbers of a path through all cells of a grid: 3 at first, an eighth more, and one, with each level.

    3 x 3 at first, a row or column more with every other level; the path is a snake mixed by backbites: an end is joined to a
    cell beside it, and the path cut there. From level 2 on numbers are missing in runs, from level 3 on so
    that it does not do to put them, up or down, where most of the numbers beside differ by 1.
    Reward: (share of pairs of consecutive numbers in adjacent cells, among those with a missing one)^10.
    """

    grid: Sequence[Sequence[int]]
    solution: Sequence[int] = hidden()

    paper_name = "Numbrix"
    max_level = 20
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"total": 6 + level // 2, "gaps": grow(3, level, percent=12, plus=1)}

    @classmethod
    def draw(cls, rng: Random, total: int, gaps: int) -> Self:
        height, width = sides(rng, total)
        count = height * width
        near = beside(height, width)
        path = [i * width + (j if i % 2 else width - 1 - j) for i in range(height) for j in range(width)]
        for _ in range(4 * count):
            if rng.random() < 0.5:
                path.reverse()
            joined = path.index(rng.choice(near[path[-1]]))
            path[joined + 1 :] = path[:joined:-1]
        places: list[int] = []
        for first in rng.sample(range(count), count):
            run = path[first : first + rng.randint(1, 2 * total - 11)]
            places += [cell for cell in run if cell not in places]
        numbers = [0] * count
        for number, cell in enumerate(path):
            numbers[cell] = number
        grid, solution = without(in_rows(numbers, width), places[: min(gaps, count * 7 // 10)])
        return cls(grid=grid, solution=solution)

    def statement(self) -> str:
        last = len(self.grid) * len(self.grid[0]) - 1
        return (
            f"{open_grid_text(self.grid)}\n"
            f"Put an integer in place of each ? so that the grid holds each of 0 to {last} exactly once, and any two integers "
            f"that differ by 1 stand in cells that share a side. {WHAT_THEY_STAND_FOR}"
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.solution), low=0, high=len(self.grid) * len(self.grid[0]) - 1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        place = {number: (i, j) for i, row in enumerate(filled_numbers(self.grid, answer)) for j, number in enumerate(row)}
        missing = {*missing_numbers(self.grid)}
        pairs = [(a, a + 1) for a in range(len(self.grid) * len(self.grid[0]) - 1) if a in missing or a + 1 in missing]
        kept = 0
        for a, b in pairs:
            if a in place and b in place:
                (i, j), (k, m) = place[a], place[b]
                kept += abs(i - k) + abs(j - m) == 1
        return kept, len(pairs)

    def guesses(self) -> Iterable[Sequence[int]]:
        missing = missing_numbers(self.grid)
        return [missing, missing[::-1]]

    def acceptable(self) -> bool:
        if len(self.solution) < 6:
            return True
        tried = [self.satisfied(answer) for answer in self.rules().values()]
        return all(kept < total for kept, total in tried)

    def rules(self) -> Mapping[str, Sequence[int]]:
        return {"upward": self._most_beside(1), "downward": self._most_beside(-1)}

    def _most_beside(self, step: int) -> list[int]:
        """One after the other the missing numbers go where most of the numbers beside differ by 1, to the first such cell."""
        shown = [number for row in self.grid for number in row]
        near = beside(len(self.grid), len(self.grid[0]))
        cells = shown[:]
        for number in missing_numbers(self.grid)[::step]:
            free = [cell for cell, held in enumerate(cells) if held == OPEN]
            wanted = [number - 1, number + 1][number == 0 :]
            cells[max(free, key=lambda cell: sum([cells[other] in wanted for other in near[cell]]))] = number
        return [new for new, old in zip(cells, shown, strict=True) if old == OPEN]
