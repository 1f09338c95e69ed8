"""Find the size of the largest connected group of ones in a grid."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.open_cells import grid_text
from rlve.envs.toolkit.sizes import sides


class LargestGridComponent(Environment):
    """The cells of the largest group of ones; rows and columns together a fifteenth more, and one, with each level.

    From 3 x 3 on; 45 to 60 percent of the cells are ones. There are two groups at least, from level 4 on two of three or more
    cells. Reward: exact.
    """

    rows: Sequence[str]

    paper_name = "GridComponent"
    max_level = 32

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"total": grow(6, level, percent=7, plus=1)}

    @classmethod
    def draw(cls, rng: Random, total: int) -> Self:
        height, width = sides(rng, total)
        share = rng.uniform(0.45, 0.6)
        return cls(rows=["".join(["1" if rng.random() < share else "0" for _ in range(width)]) for _ in range(height)])

    def statement(self) -> str:
        return (
            f"{grid_text(self.rows)}\n"
            "Two cells are neighbours if they share a side, so not across a corner. A group is a cell with a 1 together with all "
            "cells that can be reached from it by steps to a neighbour with a 1. How many cells does the largest group have?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        return max(self._groups(), default=0)

    def _groups(self, corners: int = 0) -> list[int]:
        """The sizes of all groups, by flooding them one after the other; with `corners` = 1 across corners, too."""
        width = len(self.rows[0]) + 1
        ones = {place for place, cell in enumerate(" ".join(self.rows)) if cell == "1"}
        steps = (1, -1, width, -width, *(corners * step for step in (width + 1, width - 1, 1 - width, -1 - width)))
        sizes = []
        while ones:
            group = [ones.pop()]
            for place in group:
                for step in steps:
                    if place + step in ones:
                        ones.remove(place + step)
                        group.append(place + step)
            sizes.append(len(group))
        return sizes

    def acceptable(self) -> bool:
        sizes = sorted(self._groups())
        return len(sizes) > 1 and sizes[-2] >= min(3, len(self.rows) + len(self.rows[0]) - 7)

    def rules(self) -> Mapping[str, int]:
        """All ones but those without a neighbour or but one; the longest run in a row or column."""
        ones, sizes = "".join(self.rows).count("1"), self._groups()
        lines = [*self.rows, *map("".join, zip(*self.rows, strict=True))]
        return {
            "ones with a neighbour": ones - sizes.count(1),
            "all ones but one": ones - 1,
            "longest run": max([len(run) for line in lines for run in line.split("0")]),
            "groups across corners": max(self._groups(corners=1)),
        }
