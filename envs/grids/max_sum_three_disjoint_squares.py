"""Find the largest sum of three disjoint squares in a grid."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, chain
from operator import add
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.grids import number_grid
from rlve.envs.toolkit.sizes import sides


class MaxSumThreeDisjointSquares(Environment):
    """The largest sum of three K x K blocks; from level 2 rows and columns together a fifteenth more, and one, with each level.

    From 2 x 7, where all is a matter of columns, and 3 x 6 on; K is near half the shorter side. From level 3 on inner
    cells hold a little more, and to take the best block that is left three times is not best. Reward: exact.
    """

    matrix: Sequence[Sequence[int]]
    k: int

    paper_name = "MaxThreeSquareSum"
    max_level = 25

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"least": min(2 + level, 4), "total": grow(9, max(0, level - 2), percent=7, plus=1)}

    @classmethod
    def draw(cls, rng: Random, least: int, total: int) -> Self:
        height, width = sides(rng, total) if least > 3 else (least, total - least)
        half = min(height, width) // 2
        k = rng.randint(max(2, 2 * half // 3 + 1), max(2, half))
        if total < 10:
            largest = 9 if least > 3 else 4
            return cls(matrix=[[rng.randint(0, largest) for _ in range(width)] for _ in range(height)], k=k)
        inside = [[0 < i < height - 1 and 0 < j < width - 1 for j in range(width)] for i in range(height)]
        return cls(matrix=[[rng.randint(3 * inner, 6 + 3 * inner) for inner in row] for row in inside], k=k)

    def statement(self) -> str:
        return (
            f"{number_grid(self.matrix)}\n"
            f"Choose three squares in it, each a block of {self.k} neighbouring rows and {self.k} neighbouring columns, no two "
            "of which have a cell in common (they may touch). Give the largest possible sum of all integers in the three squares."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def _blocks(self) -> list[list[int]]:
        """The sum of the block at each place, by its upper left cell."""
        sums = [self._runs(row) for row in self.matrix]
        return [list(row) for row in zip(*[self._runs(column) for column in zip(*sums, strict=True)], strict=True)]

    def _runs(self, numbers: Sequence[int]) -> list[int]:
        added = [0, *accumulate(numbers)]
        return [after - before for before, after in zip(added, added[self.k :], strict=False)]

    def solve(self) -> int:
        """One square above a line and two below it, side by side or one over the other; and the same the other ways round."""
        blocks, k = self._blocks(), self.k
        turned = [*zip(*blocks, strict=True)]
        best = max(self._strips(blocks), self._strips(turned))
        for places in (blocks, blocks[::-1], turned, turned[::-1]):
            above = [*accumulate(map(max, places), max)]
            columns: Sequence[int] = [0] * len(places[0])  # the best of each below the line
            for i in range(len(places) - 1, k - 1, -1):
                columns = [*map(max, columns, places[i])]
                right = [*accumulate(columns[::-1], max)][::-1]
                best = max(best, above[i - k] + max(map(add, accumulate(columns, max), right[k:]), default=-above[i - k]))
        return best

    def _strips(self, places: Sequence[Sequence[int]]) -> int:
        """The best three squares one over the other, 0 where there is no room."""
        rows = [*map(max, places)]
        above, below = [*accumulate(rows, max)], [*accumulate(rows[::-1], max)][::-1]
        return max(map(sum, zip(above, rows[self.k :], below[2 * self.k :], strict=False)), default=0)

    def _greedy(self, corner: int = 1) -> int:
        """The best block that is left, three times; of equal ones the first, or the last."""
        blocks = {(i, j): worth for i, row in enumerate(self._blocks()) for j, worth in enumerate(row)}
        total = 0
        for _ in range(3):
            if blocks:
                i, j = max(blocks, key=lambda place: (blocks[place], -corner * place[0], -corner * place[1]))
                total += blocks[i, j]
                far = [(a, b) for a, b in blocks if abs(a - i) >= self.k or abs(b - j) >= self.k]
                blocks = {place: blocks[place] for place in far}
        return total

    def guesses(self) -> Iterable[int]:
        return [self._greedy()] if len(self.matrix) + len(self.matrix[0]) > 9 else []

    def rules(self) -> Mapping[str, int]:
        """The best block that is left three times, the last of equal ones; three strips alone; blocks that may overlap."""
        blocks = self._blocks()
        return {
            "the best block left, the last of equal ones": self._greedy(-1),
            "three strips": max(self._strips(blocks), self._strips([*zip(*blocks, strict=True)])),
            "the three best blocks": sum(sorted(chain(*blocks))[-3:]),
        }
