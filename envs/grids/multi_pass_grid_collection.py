"""Collect as much as possible on several walks through a grid."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer, grow
from rlve.envs.toolkit.grids import number_grid
from rlve.envs.toolkit.sizes import sides


class MultiPassGridCollection(Environment):
    """The most that K walks to the right and down collect; rows and columns together a fifteenth more, and one, with each level.

    From 3 x 3 and two walks on, later up to one less than half the shorter side. From level 3 on, to take the best walk again
    and again is not best. Reward: exact.
    """

    matrix: Sequence[Sequence[int]]
    k: int

    paper_name = "MaxGridPathIntersection"
    max_level = 16

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"total": grow(6, level, percent=7, plus=1)}

    @classmethod
    def draw(cls, rng: Random, total: int) -> Self:
        height, width = sides(rng, total)
        matrix = [[rng.randint(1, 5 if total < 8 else 9) for _ in range(width)] for _ in range(height)]
        return cls(matrix=matrix, k=rng.randint(2, max(2, min(height, width) // 2 - 1)))

    def statement(self) -> str:
        return (
            f"{number_grid(self.matrix)}\n"
            f"Walk {self.k} times from the top left to the bottom right cell; each step goes to the next cell to the right or "
            "down. The first walk that enters a cell collects the integer in it, later ones find 0 there; the first and the last "
            f"cell count, too. What is the largest sum that the {self.k} walks can collect together?"
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0)

    def solve(self) -> int:
        """A flow of K units, each along the best way there is when those before may give way (successive longest paths).

        Each cell has an entrance and an exit, joined by an arc for one unit that collects and one for any number that does not.
        """
        height, width = len(self.matrix), len(self.matrix[0])
        ends: list[int] = []  # of arc 2i and of the opposite arc 2i + 1
        rooms: list[int] = []
        gains: list[int] = []
        leaving: list[list[int]] = [[] for _ in range(2 * height * width)]

        def join(tail: int, head: int, room: int, gain: int) -> None:
            leaving[tail].append(len(ends))
            leaving[head].append(len(ends) + 1)
            ends.extend((head, tail))
            rooms.extend((room, 0))
            gains.extend((gain, -gain))

        for cell, number in enumerate([number for row in self.matrix for number in row]):
            join(2 * cell, 2 * cell + 1, 1, number)
            join(2 * cell, 2 * cell + 1, self.k, 0)
            if (cell + 1) % width:
                join(2 * cell + 1, 2 * cell + 2, self.k, 0)
            if cell + width < height * width:
                join(2 * cell + 1, 2 * (cell + width), self.k, 0)
        total, goal = 0, len(leaving) - 1
        for _ in range(self.k):
            best, came = {0: 0}, {}
            queue, waiting = deque([0]), {0}
            while queue:
                place = queue.popleft()
                waiting.remove(place)
                for arc in leaving[place]:
                    if rooms[arc] and best[place] + gains[arc] > best.get(ends[arc], best[place] + gains[arc] - 1):
                        best[ends[arc]], came[ends[arc]] = best[place] + gains[arc], arc
                        if ends[arc] not in waiting:
                            waiting.add(ends[arc])
                            queue.append(ends[arc])
            total, place = total + best[goal], goal
            while place:
                arc = came[place]
                rooms[arc] -= 1
                rooms[arc ^ 1] += 1
                place = ends[arc ^ 1]
        return total

    def _again_and_again(self, *, up: bool) -> int:
        """The best walk K times, each time with 0 where the one before went; of equal ways back, up first or left first."""
        rows, total = [list(row) for row in self.matrix], 0
        for _ in range(self.k):
            best: list[list[int]] = []
            for row in rows:
                above = best[-1] if best else [0] * len(row)
                best.append([])
                for number, high in zip(row, above, strict=True):
                    best[-1].append(number + max(high, best[-1][-1] if best[-1] else 0))
            i, j = len(rows) - 1, len(rows[0]) - 1
            total += best[i][j]
            while i >= 0 and j >= 0:
                rows[i][j] = 0
                high, left = (best[i - 1][j] if i else -1), (best[i][j - 1] if j else -1)
                i, j = (i - 1, j) if high > left or (high == left and up) else (i, j - 1)
        return total

    def guesses(self) -> Iterable[int]:
        return [self._again_and_again(up=True)] if len(self.matrix) + len(self.matrix[0]) > 8 else []

    def rules(self) -> Mapping[str, int]:
        """The best walk again and again; all but the smallest integer."""
        everything = [number for row in self.matrix for number in row]
        return {
            "the best walk again and again": self._again_and_again(up=False),
            "all but the smallest integer": sum(everything) - min(everything),
        }
