"""Clear the marked cells of a cube at least cost."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import rows


class MinimumCostCuboidClearing(OptimizationEnvironment):
    """The fewest layers of a cube that hold N marked cells; a tenth more cells, and one, with each level.

    Four cells in a cube of three layers each way at first. Each cell lies in exactly one of about N / 4 planted layers, of a cube
    with one more each way. From level 3 on one more layer holds a cell of most planted ones, and the layers of one direction are
    too many. Reward: (least cost / cost)^12, where a cell that is left counts as two layers.
    """

    side: int
    cells: Sequence[Sequence[int]]

    paper_name = "Disinfection"
    max_level = 12
    goal = "minimum"
    exponent = 12

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"cells": rungs((4, 6, 9, 12), level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, cells: int) -> Self:
        count = (cells + 5) // 4
        side = count + 1
        planted = rng.sample(range(3 * side), count)
        free = [[v for v in range(start, start + side) if v not in planted] for start in (0, side, 2 * side)]
        decoy = rng.choice(max(free, key=len)) if cells > 9 else -1
        marked: list[tuple[int, ...]] = []
        for number, layer in enumerate(planted):
            inside = [*product(*[[layer] if layer // side == axis else free[axis] for axis in range(3)])]
            ways = rng.sample(inside, len(inside))
            first = next((cell for cell in ways if decoy in cell), ways[0])
            marked += [first, *[cell for cell in ways if cell != first][: (cells + number) // count - 1]]
        return cls(side=side, cells=rng.sample(marked, cells))

    def statement(self) -> str:
        side = self.side
        return (
            f"A cube consists of cells x y z with 0 <= x <= {side - 1}, {side} <= y <= {2 * side - 1} and {2 * side} <= z <= "
            f"{3 * side - 1}. Some of them are marked, one a line as: x y z\n{rows(self.cells)}\n"
            "A layer is all cells with one given x, all with one given y, or all with one given z. To clear a cuboid costs as "
            "much as its shortest side is long, so layers are enough, for 1 each. Clear all marked cells (others may be cleared "
            "too) with as few layers as possible. Give for each layer its x, y or z."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerSet(max_length=3 * self.side, low=0, high=3 * self.side - 1)

    def solve(self) -> Sequence[int]:
        """Of the first cell that is left one of three layers is needed. Cells without a common layer need as many layers."""
        held = {layer: 0 for cell in self.cells for layer in cell}  # cells as bits
        for number, cell in enumerate(self.cells):
            for layer in cell:
                held[layer] |= 1 << number
        beside = [held[x] | held[y] | held[z] for x, y, z in self.cells]
        most = 0
        while True:
            stack: list[tuple[int, tuple[int, ...]]] = [((1 << len(self.cells)) - 1, ())]
            while stack:
                left, chosen = stack.pop()
                if not left:
                    return chosen
                apart, rest = 0, left
                while rest:
                    apart += 1
                    rest &= ~beside[(rest & -rest).bit_length() - 1]
                if len(chosen) + apart <= most:
                    cell = self.cells[(left & -left).bit_length() - 1]
                    stack += [(left & ~held[layer], (*chosen, layer)) for layer in cell]
            most += 1

    def objective(self, answer: Sequence[int], /) -> int:
        return len(answer) + 2 * sum(map(set(answer).isdisjoint, self.cells))

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._one_way()] if len(self.cells) > 9 else []

    def _one_way(self) -> Sequence[int]:
        """Layers of one direction only."""
        return min([sorted(set(values)) for values in zip(*self.cells, strict=True)], key=len)

    def _fullest_first(self) -> list[int]:
        left, chosen = list(self.cells), []
        while left:
            held = Counter([layer for cell in left for layer in cell])
            chosen.append(max(held, key=held.__getitem__))
            left = [cell for cell in left if chosen[-1] not in cell]
        return chosen

    def rules(self) -> Mapping[str, Sequence[int]]:
        held = Counter([layer for cell in self.cells for layer in cell])
        by_cell: list[int] = []
        for cell in self.cells:
            if not set(cell) & set(by_cell):
                by_cell.append(max(cell, key=held.__getitem__))
        kept = sorted(held, key=held.__getitem__)
        for layer in list(kept):
            others = [other for other in kept if other != layer]
            if all(set(cell) & set(others) for cell in self.cells):
                kept = others
        found = {"one direction": self._one_way(), "fullest first": self._fullest_first(), "fullest of each cell": by_cell}
        return {**found, "best of these": min(found.values(), key=len), "emptiest left out": kept}
