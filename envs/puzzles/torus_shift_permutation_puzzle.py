"""Shift rows and columns of a grid around to reach another arrangement."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, hidden
from rlve.envs.toolkit.rearrangements import in_rows, random_board, start_and_target, way_made
from rlve.envs.toolkit.sizes import sides


class TorusShiftPermutationPuzzle(ConstraintEnvironment):
    """Cyclic shifts of rows and columns that turn one grid into another: 1 on a 3 x 3 grid at first.

    One shift, or one row or column, is added with each level. Rows and columns alternate in the planted shifts; at levels 3 to 6
    it does not do, both from the start and from the target back, to bring all numbers nearest to their places.
    Reward: (share of the wrong cells made right, less those made wrong)^5.
    """

    start: Sequence[Sequence[int]]
    target: Sequence[Sequence[int]]
    solution: Sequence[int] = hidden()

    paper_name = "NinePuzzle"
    max_level = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"total": 6 + level // 2, "shifts": (level + 3) // 2}

    @classmethod
    def draw(cls, rng: Random, total: int, shifts: int) -> Self:
        height, width = sides(rng, total)
        start = in_rows(random_board(rng, height, width), width)
        in_column = rng.randrange(2)
        solution: list[int] = []
        for turn in range(in_column, in_column + shifts):
            if turn % 2:
                solution += [height + rng.randrange(width), rng.randint(1, height - 1)]
            else:
                solution += [rng.randrange(height), rng.randint(1, width - 1)]
        return cls(start=start, target=_shifted(start, solution), solution=solution)

    def statement(self) -> str:
        n, m = len(self.start), len(self.start[0])
        shifts = len(self.solution) // 2
        return (
            f"{start_and_target(self.start, self.target)}\n"
            f"The lines 0 to {n - 1} are the rows from the top, and the lines {n} to {n + m - 1} the columns from the left. A "
            "move shifts a line cyclically by some places, a row to the right or a column downward: what leaves it at one end "
            f"comes in again at the other. Find {'one move' if shifts == 1 else f'exactly {shifts} moves'} to turn the start "
            f"grid into the target grid. Give the line and the number of places{' of each move, in order' if shifts > 1 else ''}."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.solution), low=0, high=len(self.start) + len(self.start[0]) - 1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        return way_made(self.start, _shifted(self.start, answer), self.target)

    def acceptable(self) -> bool:
        if len(self.solution) not in (6, 8):  # with fewer it is the way to learn, with more the rules do not do anyhow
            return True
        tried = [self.satisfied(answer) for answer in self.rules().values()]
        return any(kept < total for kept, total in tried)

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Always the shift that brings the numbers nearest to their places: from the start, and from the target back."""
        n, m = len(self.start), len(self.start[0])
        moves = [(line, places) for line in range(n + m) for places in range(1, m if line < n else n)]
        found = {}
        for name, board, goal, way in (("forward", self.start, self.target, 1), ("backward", self.target, self.start, -1)):
            home = {number: (i, j) for i, row in enumerate(goal) for j, number in enumerate(row)}
            plan: list[Sequence[int]] = []
            for _ in range(len(self.solution) // 2):
                tried = [_shifted(board, (line, way * places)) for line, places in moves]
                far = [
                    sum([abs(i - home[x][0]) + abs(j - home[x][1]) for i, row in enumerate(some) for j, x in enumerate(row)])
                    for some in tried
                ]
                best = far.index(min(far))
                board = tried[best]
                plan.append(moves[best])
            found[name] = [number for move in plan[::way] for number in move]
        return found


def _shifted(start: Sequence[Sequence[int]], moves: Sequence[int]) -> list[list[int]]:
    """The grid after the moves."""
    board = [[*row] for row in start]
    n = len(board)
    for line, places in zip(moves[::2], moves[1::2], strict=True):
        if line < n:
            cut = -places % len(board[line])
            board[line] = board[line][cut:] + board[line][:cut]
        else:
            column = [row[line - n] for row in board]
            for i, row in enumerate(board):
                row[line - n] = column[(i - places) % n]
    return board
