"""Fill a grid of zeros and ones, as many of the ones as of the others in every row and column."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, grow, hidden
from rlve.envs.toolkit.open_cells import (
    WHAT_THEY_STAND_FOR,
    by_columns,
    filled,
    grid_text,
    neediest_first,
    open_some,
    rows_and_columns,
)


class BalancedBinaryGridCompletion(ConstraintEnvironment):
    """Open cells of a grid each of whose lines is half zeros, half ones: 4 at first, a quarter more, and one, with each level.

    Sides are even: 4 by 4 at first, two rows or columns more with every other level. From level 3 on it is not enough to put
    the ones of each row where the columns lack most. Reward: (share of balanced lines)^10.
    """

    grid: Sequence[str]
    solution: Sequence[int] = hidden()

    paper_name = "Binario_NoAdjacencyRequirement"
    max_level = 20
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        total = 4 + level // 2
        area = 4 * (total // 2) * (total - total // 2)
        return {"total": total, "gaps": min(grow(4, level, percent=25, plus=1), area * 3 // 4)}

    @classmethod
    def draw(cls, rng: Random, total: int, gaps: int) -> Self:
        n, m = rng.sample((total // 2, total - total // 2), 2)
        rows = [set(range(i % 2, 2 * m, 2)) for i in range(2 * n)]
        for _ in range(2):  # two rows share out anew, at random, what one of them holds and the other does not
            for i in range(2 * n):
                j = rng.randrange(2 * n)
                mine, yours = rows[i] - rows[j], rows[j] - rows[i]
                either = sorted(mine | yours)
                taken = set(rng.sample(either, len(mine)))
                rows[j] = rows[j] - yours | set(either) - taken if i != j else rows[j]
                rows[i] = rows[i] - mine | taken
        full = ["".join(["1" if j in row else "0" for j in range(2 * m)]) for row in rows]
        shown, solution = open_some(rng, full, gaps)
        return cls(grid=shown, solution=solution)

    def statement(self) -> str:
        return (
            f"{grid_text(self.grid)}\n"
            "Put 0 or 1 in place of each ? so that every row has as many zeros as ones, and so has every column. "
            f"{WHAT_THEY_STAND_FOR}"
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.solution), low=0, high=1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        lines = rows_and_columns(filled(self.grid, answer))
        return sum([2 * line.count("1") == len(line) for line in lines]), len(lines)

    def acceptable(self) -> bool:
        if len(self.solution) <= 8:
            return True
        kept, total = self.satisfied(neediest_first(self.grid, *self._ones()))
        return kept < total

    def rules(self) -> Mapping[str, Sequence[int]]:
        ones = self._ones()
        return {"by rows": neediest_first(self.grid, *ones), "by columns": by_columns(self.grid, *ones)}

    def _ones(self) -> tuple[list[int], list[int]]:
        """How many ones each row and each column is to hold."""
        n, m = len(self.grid), len(self.grid[0])
        return [m // 2] * n, [n // 2] * m
