"""Count the ways to number a grid with given local minima."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import factorial
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.sizes import rungs
from rlve.envs.toolkit.text import rows


class LocalMinimumLabelingCount(Environment):
    """How many ways to fill the empty cells of a grid with the numbers that are left make the marked cells its local minima.

    A cell is one when its number is smaller than those of its up to eight neighbours. Eight cells and four numbers to place at
    first; one more to place with each level, and up to two cells, until there are twenty. Reward: exact.
    """

    pattern: Sequence[str]
    placed: Sequence[Sequence[int]]

    paper_name = "GridLocalMinimumCounting"
    max_level = 14

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"cells": rungs((8, 8, 9, 10, 12, 12, 14, 15, 16, 16, 18, 18, 20), level), "left": 4 + level}

    @classmethod
    def draw(cls, rng: Random, cells: int, left: int) -> Self:
        height = rng.choice([side for side in range(2, 6) if cells % side == 0 and cells // side < 8])
        width = cells // height
        numbers = rng.sample(range(1, cells + 1), cells)
        around = _neighbours(height, width)
        marks = ["X" if all(numbers[cell] < numbers[other] for other in around[cell]) else "." for cell in range(cells)]
        for cell in rng.sample(range(cells), left):
            numbers[cell] = 0
        starts = range(0, cells, width)
        return cls(
            pattern=["".join(marks[start : start + width]) for start in starts],
            placed=[numbers[start : start + width] for start in starts],
        )

    def statement(self) -> str:
        height, width = len(self.placed), len(self.placed[0])
        pattern = "\n".join(self.pattern)
        return (
            f"Each of the numbers 1 to {height * width} is to stand once in a grid of {height} rows and {width} columns. Some "
            f"stand there already; 0 is an empty cell:\n{rows(self.placed)}\n"
            "A cell is a local minimum when its number is smaller than those of all cells that share a side or a corner with it. "
            f"The cells that are X here must be local minima, and no others:\n{pattern}\n"
            f"In how many ways can the empty cells be filled? Give the number of ways modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """Inclusion and exclusion over the other cells that are local minima as well."""
        chosen = len(self._minima)
        return sum([(-1) ** (len(minima) - chosen) * count for minima, count in self._with_more()]) % MODULUS

    @property
    def _minima(self) -> list[int]:
        return [cell for cell, mark in enumerate("".join(self.pattern)) if mark == "X"]

    def _with_more(self) -> Iterator[tuple[list[int], int]]:
        """The marked cells, and other cells of which no two are neighbours, with the ways to make all of them minima."""
        around = [sum([1 << other for other in near]) for near in _neighbours(len(self.placed), len(self.placed[0]))]
        cells = [number for row in self.placed for number in row]
        stack = [(self._minima, 0)]
        while stack:
            minima, start = stack.pop()
            count = _fillings(cells, minima, around)
            if count:  # with still more minima there are no more ways
                yield minima, count
                taken = sum([1 << cell for cell in minima])
                for cell in range(start, len(cells)):
                    if not taken & (around[cell] | 1 << cell):
                        stack.append(([*minima, cell], cell + 1))

    @property
    def _left(self) -> int:
        return sum([row.count(0) for row in self.placed])

    def acceptable(self) -> bool:
        return self._left > 4 or self.reference < 20

    def guesses(self) -> Iterable[int]:
        every = factorial(self._left) % MODULUS
        return [every] if self._left < 5 else [every, *self.rules().values()]

    def rules(self) -> Mapping[str, int]:
        return {"as if other local minima did not matter": next(iter(self._with_more()), ([], 0))[1] % MODULUS}


def _fillings(cells: Sequence[int], minima: Sequence[int], around: Sequence[int]) -> int:
    """Ways to fill the empty cells so that these are local minima, and perhaps others: by the minima that have their number.

    The numbers are placed in ascending order. One goes to an empty minimum, or to another cell that no minimum without a
    number is beside: `room` of those are still empty. Sets of cells and of minima are masks.
    """
    place = {number: cell for cell, number in enumerate(cells) if number}
    bit_of = {cell: 1 << i for i, cell in enumerate(minima)}
    empty = [bit for cell, bit in bit_of.items() if not cells[cell]]
    others = sum([1 << cell for cell, number in enumerate(cells) if not number and cell not in bit_of])
    full, all_empty = (1 << len(minima)) - 1, sum(empty)
    shut = [0] * (full + 1)
    for done in range(full - 1, -1, -1):
        bit = ~done & (done + 1)
        shut[done] = shut[done | bit] | around[minima[bit.bit_length() - 1]]
    ways, filled = {0: 1}, 0
    for number in range(1, len(cells) + 1):
        if number in place:
            cell = place[number]
            ways = {done | bit_of.get(cell, 0): count for done, count in ways.items() if not shut[done] >> cell & 1}
            continue
        more: dict[int, int] = {}
        for done, count in ways.items():
            room = (others & ~shut[done]).bit_count() - filled + (done & all_empty).bit_count()
            if room > 0:
                more[done] = more.get(done, 0) + count * room
            for bit in empty:
                if not done & bit:
                    more[done | bit] = more.get(done | bit, 0) + count
        ways, filled = more, filled + 1
    return ways.get(full, 0)


@cache
def _neighbours(height: int, width: int) -> list[list[int]]:
    """The up to eight cells around each cell, row after row."""
    near = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
    cells = [(i, j) for i in range(height) for j in range(width)]
    return [[(i + a) * width + j + b for a, b in near if 0 <= i + a < height and 0 <= j + b < width] for i, j in cells]
