"""Turn blocks of a grid to reach another arrangement."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Infeasible, IntegerList, hidden
from rlve.envs.toolkit.rearrangements import in_rows, random_board, start_and_target, way_made
from rlve.envs.toolkit.sizes import sides


class SubgridRotationPuzzle(ConstraintEnvironment):
    """Quarter turns of square blocks that turn one grid into another: 2 on a 3 x 3 grid at first.

    One turn, or one row or column, is added with each level; blocks are 2 x 2, from level 4 on perhaps 3 x 3. Each planted
    turn overlaps the one before and is at another place; at levels 3 and 4 it does not do, both from the start and from the
    target back, to bring all numbers nearest to their places.
    Reward: (share of the wrong cells made right, less those made wrong)^5.
    """

    start: Sequence[Sequence[int]]
    target: Sequence[Sequence[int]]
    side: int
    solution: Sequence[int] = hidden()

    paper_name = "TwiddlePuzzle"
    max_level = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"total": 6 + level // 2, "turns": 2 + (level + 1) // 2}

    @classmethod
    def draw(cls, rng: Random, total: int, turns: int) -> Self:
        height, width = sides(rng, total)
        side = 2 if total < 8 else rng.randint(2, 3)
        start = in_rows(random_board(rng, height, width), width)
        corners = [(i, j) for i in range(height - side + 1) for j in range(width - side + 1)]
        plan = [rng.choice(corners)]
        while len(plan) < turns:
            last = plan[-1]
            plan.append(
                rng.choice([at for at in corners if at != last and max(abs(at[0] - last[0]), abs(at[1] - last[1])) < side])
            )
        solution = [number for corner in plan for number in corner]
        return cls(start=start, target=_turned(start, side, solution), side=side, solution=solution)

    def statement(self) -> str:
        return (
            f"{start_and_target(self.start, self.target)}\n"
            f"Rows and columns count from 0. A move i j takes the block of {self.side} rows and {self.side} columns whose top "
            "left cell is in row i and column j, and rotates it counter-clockwise by a quarter turn: its top row becomes its "
            f"left column, read upward. Find exactly {len(self.solution) // 2} moves that turn the start grid into the target "
            "grid. Give i and j of the first move, then of the second, and so on."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.solution), low=0, high=max(self._corners()) - 1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        height, width = self._corners()
        if max(answer[::2]) >= height or max(answer[1::2]) >= width:
            raise Infeasible("a block leaves the grid")
        return way_made(self.start, _turned(self.start, self.side, answer), self.target)

    def acceptable(self) -> bool:
        if len(self.solution) != 8:  # with fewer it is the way to learn, with more the rules do not do anyhow
            return True
        tried = [self.satisfied(answer) for answer in self.rules().values()]
        return any(kept < total for kept, total in tried)

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Always the turn that brings the numbers nearest to their places: from the start, and from the target back."""
        height, width = self._corners()
        corners = [(i, j) for i in range(height) for j in range(width)]
        found = {}
        for name, board, goal, quarters in (("forward", self.start, self.target, 1), ("backward", self.target, self.start, 3)):
            home = {number: (i, j) for i, row in enumerate(goal) for j, number in enumerate(row)}
            plan: list[Sequence[int]] = []
            for _ in range(len(self.solution) // 2):
                tried = [_turned(board, self.side, corner * quarters) for corner in corners]
                far = [
                    sum([abs(i - home[x][0]) + abs(j - home[x][1]) for i, row in enumerate(some) for j, x in enumerate(row)])
                    for some in tried
                ]
                best = far.index(min(far))
                board = tried[best]
                plan.append(corners[best])
            found[name] = [number for corner in plan[:: 2 - quarters] for number in corner]
        return found

    def _corners(self) -> tuple[int, int]:
        """How many rows and columns the top left cell of a block can be in."""
        return len(self.start) - self.side + 1, len(self.start[0]) - self.side + 1


def _turned(start: Sequence[Sequence[int]], side: int, moves: Sequence[int]) -> list[list[int]]:
    """The grid after the moves."""
    board = [[*line] for line in start]
    for i, j in zip(moves[::2], moves[1::2], strict=True):
        columns = zip(*[line[j : j + side] for line in board[i : i + side]], strict=True)
        for row, column in zip(range(i + side - 1, i - 1, -1), columns, strict=True):
            board[row][j : j + side] = column
    return board
