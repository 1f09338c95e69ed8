"""Put a star in each row of a board so that no two touch or share a column."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, hidden
from rlve.envs.toolkit.open_cells import grid_text


class OneStarPerRowPlacement(ConstraintEnvironment):
    """A star on a free cell of each of N rows, in different columns and none touching another; one row more with each level.

    The board has 5 or 6 columns, from 6 rows on as many as rows; of the two or three free cells in a row one is planted.
    Reward: (share of kept conditions: free cells, different columns, rows that follow each other apart)^10.
    """

    board: Sequence[str]
    solution: Sequence[int] = hidden()

    paper_name = "StarBattle"
    max_level = 25
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        width = max(n, min(n + 2, 6))
        columns = [*range(1, width, 2), *range(0, width, 2)]  # in any two that follow each other, two or more apart
        for _ in range(4):
            for i in range(n):
                j = rng.randrange(width)
                columns[i], columns[j] = columns[j], columns[i]
                for k in (i, j):
                    if any(abs(a - b) < 2 for a, b in pairwise(columns[max(0, k - 1) : min(n, k + 2)])):
                        columns[i], columns[j] = columns[j], columns[i]
                        break
        board = []
        for column in columns[:n]:
            free = {column, *rng.sample(range(width), 2)}
            board.append("".join(["." if place in free else "X" for place in range(width)]))
        return cls(board=board, solution=columns[:n])

    def statement(self) -> str:
        return (
            f"{grid_text(self.board)}\n"
            "X is a blocked cell, and a dot a free one. Put one star on a free cell of each row such that no two stars are in "
            "one column, and no two touch: not even at their corners. Give the column of the star in each row, from the top row "
            "to the bottom row. Columns count from 0 at the left."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.board), low=0, high=len(self.board[0]) - 1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        free = sum([row[column] == "." for row, column in zip(self.board, answer, strict=True)])
        apart = sum([abs(a - b) > 1 for a, b in pairwise(answer)])
        return free + apart + len({*answer}), 3 * len(answer) - 1

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._row_by_row(1, 1), self._row_by_row(1, -1)] if len(self.board) > 5 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        found = {f"row by row {way} {side}": self._row_by_row(way, side) for way in (1, -1) for side in (1, -1)}
        return {**found, "the row with fewest free cells first": self._fewest_first()}

    def _row_by_row(self, way: int, side: int) -> list[int]:
        """From the top (way 1) or bottom, the first free cell from the left (side 1) or right that fits the stars before."""
        found: list[int] = []
        for row in self.board[::way]:
            free = [column for column, cell in enumerate(row) if cell == "."][::side]
            fits = [column for column in free if column not in found and (not found or abs(column - found[-1]) > 1)]
            found.append((fits or free)[0])
        return found[::way]

    def _fewest_first(self) -> list[int]:
        """Always in the row with the fewest cells left, the first of them; the cells that then are excluded go."""
        left = {i: [j for j, cell in enumerate(row) if cell == "."] for i, row in enumerate(self.board)}
        found = [0] * len(self.board)
        while left:
            i = min(left, key=lambda i: len(left[i]))
            found[i] = column = (left.pop(i) or [0])[0]
            for k, cells in left.items():
                left[k] = [j for j in cells if j != column and (abs(i - k) > 1 or abs(j - column) > 1)]
        return found
