"""Count the colourings of a grid in which no row and no column holds two colours."""

from collections.abc import Iterable, Mapping, Sequence
from math import comb, prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.sizes import sides

COLOURS = "ABC"


class RowColumnExclusiveColoringCount(Environment):
    """In how many ways given numbers of cells of a grid get given colours, with no two colours in one row or column.

    H + W is 6 at first; it grows by one with every other level. Some cells must stay blank: three or four at first, one more
    with each level. There are two colours, and up to three from level 4 on. Each is for one or two cells at first, and for up
    to one more with every fifth level. Reward: exact.
    """

    pattern: Sequence[str]
    cells: Sequence[int]

    paper_name = "GridColoringCounting"
    max_level = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"size": 6 + (level + 1) // 2, "blank": 4 + level, "colours": 2 + (level > 3), "most": 2 + level // 5}

    @classmethod
    def draw(cls, rng: Random, size: int, blank: int, colours: int, most: int) -> Self:
        """Hide a colouring: each colour has rows and columns of its own, in which some cells get it."""
        height, width = sides(rng, size)
        colours = rng.randint(2, colours)
        row_of, column_of = (
            rng.sample([*range(colours), *rng.choices(range(colours), k=side - colours)], side) for side in (height, width)
        )
        cells, chosen = [], set()
        for colour in range(colours):
            block = [(i, j) for i in range(height) for j in range(width) if row_of[i] == column_of[j] == colour]
            cells.append(rng.randint(1, min(most, len(block))))
            chosen.update(rng.sample(block, cells[-1]))
        free = [(i, j) for i in range(height) for j in range(width) if (i, j) not in chosen]
        barred = {*rng.sample(free, min(rng.randint(blank - 1, blank), len(free) - 1))}
        pattern = ["".join(["#" if (i, j) in barred else "." for j in range(width)]) for i in range(height)]
        return cls(pattern=pattern, cells=cells)

    def acceptable(self) -> bool:
        return len(self.pattern) + len(self.pattern[0]) > 6 or self.reference < 20

    def statement(self) -> str:
        height, width = len(self.pattern), len(self.pattern[0])
        parts = [f"{count} cell{'s' * (count > 1)} with {colour}" for count, colour in zip(self.cells, COLOURS, strict=False)]
        text = "\n".join(self.pattern)
        return (
            f"Here is a grid of {height} rows and {width} columns:\n{text}\n"
            f"Some of its dots are to be coloured: exactly {', '.join(parts[:-1])} and {parts[-1]}. All other cells stay blank. "
            "No row and no column may hold two cells of different colours; several cells of one colour are allowed. In how many "
            f"ways can this be done? Give the number of ways modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """Row after row, by the columns that each colour has, as masks, and the cells that it still needs."""
        lines: Sequence[Sequence[str]] = self.pattern
        if len(lines) < len(lines[0]):
            lines = list(zip(*lines, strict=True))
        ways = {((0,) * len(self.cells), tuple(self.cells)): 1}
        for line in lines:
            dots = sum([1 << j for j, cell in enumerate(line) if cell == "."])
            longer = dict(ways)
            for (columns, left), count in ways.items():
                taken = sum(columns)
                for colour, need in enumerate(left):
                    open_here = dots & ~(taken ^ columns[colour])
                    chosen = open_here if need else 0
                    while chosen:
                        if (size := chosen.bit_count()) <= need:
                            state = (
                                (*columns[:colour], columns[colour] | chosen, *columns[colour + 1 :]),
                                (*left[:colour], need - size, *left[colour + 1 :]),
                            )
                            longer[state] = longer.get(state, 0) + count
                        chosen = (chosen - 1) & open_here
            ways = longer
        return sum([count for (_, left), count in ways.items() if not any(left)]) % MODULUS

    def guesses(self) -> Iterable[int]:
        return [1, self._every] if len(self.pattern) + len(self.pattern[0]) > 6 else []

    @property
    def _every(self) -> int:
        """Choices of the cells as if colours could meet."""
        dots = "".join(self.pattern).count(".")
        return prod([comb(dots - sum(self.cells[:k]), count) for k, count in enumerate(self.cells)]) % MODULUS

    def rules(self) -> Mapping[str, int]:
        dots, height, width = "".join(self.pattern).count("."), len(self.pattern), len(self.pattern[0])
        apart = [max(height - k, 0) * max(width - k, 0) for k in range(sum(self.cells))]
        return {
            "as if colours could meet": self._every,
            "as if all cells lay in rows and columns of their own": prod(apart) * dots // (height * width) % MODULUS,
        }
