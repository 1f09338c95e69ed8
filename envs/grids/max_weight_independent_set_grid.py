"""Choose cells of a grid, no two of them neighbours, with the largest sum."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Self

from rlve import AnswerFormat, Grid, Infeasible, OptimizationEnvironment, grow
from rlve.envs.toolkit.grids import beside, number_grid
from rlve.envs.toolkit.open_cells import cells_in_rows
from rlve.envs.toolkit.sizes import sides


class MaxWeightIndependentSetGrid(OptimizationEnvironment):
    """Cells no two of which share a side, of largest sum; rows and columns together a fifteenth more, and one, with each level.

    From 2 x 3 on. From 3 x 3 on neither colour of a chessboard is best, from 4 x 4 on the largest integer that is left, again
    and again, is not. Credit runs from the better colour to the optimum. Reward: (share of that way)^3.
    """

    matrix: Sequence[Sequence[int]]

    paper_name = "MaximumIndependentSetGrid"
    max_level = 14
    goal = "maximum"
    exponent = 3

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"total": grow(5, level, percent=7, plus=1)}

    @classmethod
    def draw(cls, rng: Random, total: int) -> Self:
        """Each chosen cell and each of its neighbours share an integer: no choice is worth more than all of these together.

        A chosen cell holds the sum of what it shares, and so does another one, or 1 less. Most is shared with one neighbour that
        has many chosen cells beside it, and looks best for it.
        """
        height, width = sides(rng, total)
        around = beside(height, width)
        order = rng.sample(range(height * width), height * width)
        if total > 5:  # two cells of different colours first
            colour = [sum(divmod(cell, width)) % 2 for cell in range(height * width)]
            first = order[0]
            order.insert(1, next((cell for cell in order if colour[cell] != colour[first] and cell not in around[first]), first))
        chosen = _first_fit(order, around)
        cells = [0] * (height * width)
        for cell in sorted(chosen):
            rival = max(around[cell], key=lambda other: (len(chosen.intersection(around[other])), rng.random()))
            for other in around[cell]:
                shared = rng.randint(6, 9) if other == rival else rng.randint(1, 2)
                cells[cell] += shared
                cells[other] += shared
        cells = [number if cell in chosen else max(1, number - rng.randint(0, 1)) for cell, number in enumerate(cells)]
        return cls(matrix=[cells[start : start + width] for start in range(0, height * width, width)])

    def statement(self) -> str:
        return (
            f"{number_grid(self.matrix)}\n"
            "Choose cells no two of which share a side, so that the sum of the integers in the chosen cells is as large as "
            "possible. Give a grid of the same shape with a 1 for each chosen cell and a 0 for each other cell."
        )

    def answer_format(self) -> AnswerFormat:
        return Grid(len(self.matrix), len(self.matrix[0]), "01")

    def solve(self) -> list[str]:
        """Cell by cell, the best choice so far for each choice of the last row of cells."""
        width, cells = len(self.matrix[0]), [cell for row in self.matrix for cell in row]
        turned = width > len(self.matrix)
        if turned:
            width, cells = len(self.matrix), [cell for column in zip(*self.matrix, strict=True) for cell in column]
        # the last `width` cells, bit by bit, the latest one lowest -> (their sum and that of all before, all that are chosen)
        best = {0: (0, 0)}
        upper = (1 << width - 1) - 1
        for place, worth in enumerate(cells):
            after: dict[int, tuple[int, int]] = {}
            blocked = 1 << width - 1 | (place % width > 0)
            for last, (total, chosen) in best.items():
                kept = (last & upper) << 1
                if kept not in after or after[kept][0] < total:
                    after[kept] = (total, chosen)
                if not last & blocked:
                    after[kept | 1] = max(after.get(kept | 1, (0, 0)), (total + worth, chosen | 1 << place))
            best = after
        chosen = max(best.values())[1]
        lines = cells_in_rows(f"{chosen:0{len(cells)}b}"[::-1], width)
        return [*map("".join, zip(*lines, strict=True))] if turned else lines

    def objective(self, answer: Sequence[str], /) -> int:
        for line in (*answer, *map("".join, zip(*answer, strict=True))):
            if "11" in line:
                raise Infeasible("two chosen cells share a side")
        return sum([cell for cell, mark in zip(chain(*self.matrix), chain(*answer), strict=True) if mark == "1"])

    def baseline(self) -> int:
        return max(map(self.objective, self._colours()))

    def _colours(self) -> list[list[str]]:
        """All cells of one colour of a chessboard, and all of the other."""
        height, width = len(self.matrix), len(self.matrix[0])
        return [[("10" * width)[(i + colour) % 2 :][:width] for i in range(height)] for colour in (0, 1)]

    def guesses(self) -> Iterable[Sequence[str]]:
        total = len(self.matrix) + len(self.matrix[0])
        return [*(self._colours() if total > 5 else []), *([self._one_by_one(0)] if total > 7 else [])]

    def rules(self) -> Mapping[str, Sequence[str]]:
        """One by one the largest integer that is left, or the one that exceeds its neighbours' sum by most."""
        return {"largest first": self._one_by_one(0), "largest gain first": self._one_by_one(1)}

    def _one_by_one(self, loss: int) -> list[str]:
        around, cells = beside(len(self.matrix), len(self.matrix[0])), [*chain(*self.matrix)]
        gain = [number - loss * sum([cells[other] for other in others]) for number, others in zip(cells, around, strict=True)]
        chosen = _first_fit(sorted(range(len(cells)), key=gain.__getitem__, reverse=True), around)
        return cells_in_rows([str(int(cell in chosen)) for cell in range(len(cells))], len(self.matrix[0]))


def _first_fit(order: Iterable[int], around: Sequence[Sequence[int]]) -> set[int]:
    """One cell after the other where none beside it was taken."""
    chosen: set[int] = set()
    for cell in order:
        if chosen.isdisjoint(around[cell]):
            chosen.add(cell)
    return chosen
