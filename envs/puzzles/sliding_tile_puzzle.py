"""Slide tiles of a grid into another arrangement."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Text, hidden
from rlve.envs.toolkit.rearrangements import in_rows, random_board, start_and_target, way_made
from rlve.envs.toolkit.sizes import rungs, sides

STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
BACK = {"U": "D", "D": "U", "L": "R", "R": "L"}


class SlidingTilePuzzle(ConstraintEnvironment):
    """Moves of the blank that turn one grid of tiles into another: 2 on a 3 x 3 grid at first, about one more with each level.

    A row or column more with every fourth level. No planted move takes the last one back; from level 3 on it does not
    do to move always a tile that comes nearer to its place.
    Reward: (share of the wrong cells made right, less those made wrong)^5; 0 for a move off the grid.
    """

    start: Sequence[Sequence[int]]
    target: Sequence[Sequence[int]]
    solution: str = hidden()

    paper_name = "EightDigitPuzzle"
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"total": 6 + level // 4, "moves": rungs((2, 3, 5, 7), level, plus=1)}

    @classmethod
    def draw(cls, rng: Random, total: int, moves: int) -> Self:
        height, width = sides(rng, total)
        start = in_rows(random_board(rng, height, width), width)
        row, column = next((i, line.index(0)) for i, line in enumerate(start) if 0 in line)
        plan = ""
        for _ in range(moves):
            ways = {move: (row + down, column + right) for move, (down, right) in STEPS.items()}
            inside = [move for move, (i, j) in ways.items() if 0 <= i < height and 0 <= j < width]
            plan += rng.choice([move for move in inside if move != BACK.get(plan[-1:])])
            row, column = ways[plan[-1]]
        return cls(start=start, target=_moved(start, plan), solution=plan)

    def statement(self) -> str:
        return (
            f"{start_and_target(self.start, self.target)}\n"
            "0 is the blank. A move exchanges it with the number above (U), below (D), to its left (L) or to its right (R), and "
            f"must not leave the grid. Find exactly {len(self.solution)} moves that turn the start grid into the target grid."
        )

    def answer_format(self) -> AnswerFormat:
        return Text("UDLR", length=len(self.solution))

    def satisfied(self, answer: str, /) -> tuple[int, int]:
        reached = _moved(self.start, answer)
        return way_made(self.start, reached or self.start, self.target)

    def acceptable(self) -> bool:
        return len(self.solution) < 6 or _moved(self.start, self._nearer(1)) != _moved(self.target, "")

    def rules(self) -> Mapping[str, str]:
        return {"a tile nearer to its place": self._nearer(1), "a tile nearer to its place, the other way": self._nearer(-1)}

    def _nearer(self, way: int) -> str:
        """Never back; a tile goes to its place or else nearer to it, if one beside the blank can: the first such, or the last."""
        home = {tile: (i, j) for i, line in enumerate(self.target) for j, tile in enumerate(line)}
        board = [[*line] for line in self.start]
        row, column = next((i, line.index(0)) for i, line in enumerate(board) if 0 in line)
        plan = ""
        while len(plan) < len(self.solution):
            ways = {move: (row + down, column + right) for move, (down, right) in [*STEPS.items()][::way]}
            tried = {}
            for move, (i, j) in ways.items():
                if 0 <= i < len(board) and 0 <= j < len(board[0]) and move != BACK.get(plan[-1:]):
                    k, m = home[board[i][j]]
                    left = abs(row - k) + abs(column - m)
                    tried[move] = (left - abs(i - k) - abs(j - m), left)
            plan += min(tried, key=lambda move: tried[move])
            i, j = ways[plan[-1]]
            board[row][column], board[i][j] = board[i][j], 0
            row, column = i, j
        return plan


def _moved(start: Sequence[Sequence[int]], moves: str) -> list[list[int]]:
    """The grid after the moves; an empty list where one leaves the grid."""
    board = [[*line] for line in start]
    row, column = next((i, line.index(0)) for i, line in enumerate(board) if 0 in line)
    for move in moves:
        i, j = row + STEPS[move][0], column + STEPS[move][1]
        if not (0 <= i < len(board) and 0 <= j < len(board[0])):
            return []
        board[row][column], board[i][j] = board[i][j], 0
        row, column = i, j
    return board
