"""Choose the size of a hammer that clears a grid exactly with the fewest swings."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.sizes import sides
from rlve.envs.toolkit.text import rows


class FixedRectangleHammerClearing(Environment):
    """The fewest swings of one hammer that clear a grid; rows and columns together a fifteenth more, and one, with each level.

    From 2 x 3 on. The grid comes from up to two, later three, swings of a hidden hammer at each place. From level 3 on a hammer
    whose area is the largest divisor of the total that is possible does not clear it. Reward: exact.
    """

    matrix: Sequence[Sequence[int]]

    paper_name = "WhackAMole"
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"total": grow(5, level, percent=5, plus=1), "most": 2 if level < 2 else 3}

    @classmethod
    def draw(cls, rng: Random, total: int, most: int) -> Self:
        height, width = sides(rng, total)
        hammers = [(r, c) for r in range(1, height + 1) for c in range(1, width + 1) if r * c > 1]
        r, c = rng.choice([hammer for hammer in hammers if (height - hammer[0] + 1) * (width - hammer[1] + 1) >= total // 2])
        matrix = [[0] * width for _ in range(height)]
        for i in range(height - r + 1):
            for j in range(width - c + 1):
                swings = rng.randint(0, most)
                for row in matrix[i : i + r]:
                    for k in range(j, j + c):
                        row[k] += swings
        return cls(matrix=matrix)

    def statement(self) -> str:
        return (
            f"Here is a grid of {len(self.matrix)} rows and {len(self.matrix[0])} columns, with the number of moles in each "
            f"cell:\n{rows(self.matrix)}\n"
            "Choose a hammer once: how many neighbouring rows and how many neighbouring columns it covers; it cannot be turned. "
            "A swing hits such a block of cells inside the grid, each of which must hold at least one mole, and takes one mole "
            "away from each. What is the least number of swings with which all moles can be taken away, over all hammers? (A "
            "hammer of one row and one column always does it.)"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=1)

    def solve(self) -> int:
        """The number of swings is the total divided by the area; try large areas first."""
        total, height, width = sum(map(sum, self.matrix)), len(self.matrix), len(self.matrix[0])
        hammers = [(r * c, r, c) for r in range(1, height + 1) for c in range(1, width + 1) if total % (r * c) == 0]
        return next(total // area for area, r, c in sorted(hammers, reverse=True) if self._clears(r, c))

    def acceptable(self) -> bool:
        return any(map(any, self.matrix))

    def guesses(self) -> Iterable[int]:
        total, height, width = sum(map(sum, self.matrix)), len(self.matrix), len(self.matrix[0])
        if height + width < 8:
            return [total]
        areas = {r * c for r in range(1, height + 1) for c in range(1, width + 1)}
        return [total, total // max([area for area in areas if total % area == 0])]

    def rules(self) -> Mapping[str, int]:
        total, high = sum(map(sum, self.matrix)), max(map(max, self.matrix))
        sizes = {r * c for r in range(1, len(self.matrix) + 1) for c in range(1, len(self.matrix[0]) + 1) if total % (r * c) == 0}
        second = sorted(sizes)[-2:][0]
        return {
            "with the second largest area": total // second,
            "half of the moles": total // 2,
            "a quarter of the moles": total // 4,
            "the most in a cell": high,
        }

    def _clears(self, r: int, c: int) -> bool:
        """Row by row, the first cell that still holds moles says how often the hammer hits with its upper left corner there."""
        height, width = len(self.matrix), len(self.matrix[0])
        swings: list[list[int]] = []
        above = [0] * width  # swings by the column of their upper left corner, as far as they reach the present row
        for i, row in enumerate(self.matrix):
            if i >= r:
                above = [hits - gone for hits, gone in zip(above, swings[i - r], strict=True)]
            new, here = [0] * width, 0
            for j, moles in enumerate(row):
                here += above[j] - (above[j - c] + new[j - c] if j >= c else 0)
                new[j] = moles - here
                if new[j] < 0 or (new[j] > 0 and (i + r > height or j + c > width)):
                    return False
                here += new[j]
            swings.append(new)
            above = [hits + more for hits, more in zip(above, new, strict=True)]
        return True
