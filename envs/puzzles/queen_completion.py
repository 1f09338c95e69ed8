"""Complete a board to one queen in each row, none of which attack each other."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, hidden
from rlve.envs.toolkit.open_cells import grid_text
from rlve.envs.toolkit.sizes import rungs


class QueenCompletion(ConstraintEnvironment):
    """Queens for the rows of an N x N board that have none yet; 2 on a 7 x 7 board at first, then 3 and 4.

    From level 3 on the board grows from 8 x 8 by a row with each level, and a third of the queens, or two, are shown.
    Reward: (share of new queens that no other attacks)^5.
    """

    board: Sequence[str]
    solution: Sequence[int] = hidden()

    paper_name = "QueenPlacement"
    max_level = 16

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = rungs((7, 7, 7, 8), level, plus=1)
        return {"n": n, "new": 2 + level if level < 3 else max(6, n * 2 // 3)}

    @classmethod
    def draw(cls, rng: Random, n: int, new: int) -> Self:
        columns = _queens(rng, n)
        emptied = rng.sample(range(n), new)
        board = [
            "".join(["Q" if j == column and i not in emptied else "." for j in range(n)]) for i, column in enumerate(columns)
        ]
        return cls(board=board, solution=[columns[i] for i in sorted(emptied)])

    def statement(self) -> str:
        n = len(self.board)
        return (
            f"{grid_text(self.board)}\n"
            f"Q is a queen, and a dot an empty cell. Put {len(self.solution)} more queens on empty cells, one in each row that "
            f"has none, such that no two of all {n} queens are in the same column or on the same diagonal (of any length, in "
            "both directions). Give the columns of the new queens, from the top to the bottom. Columns count from 0 at the left."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.solution), low=0, high=len(self.board) - 1)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        old = {i: row.index("Q") for i, row in enumerate(self.board) if "Q" in row}
        new = dict(zip([i for i, row in enumerate(self.board) if "Q" not in row], answer, strict=True))
        placed = [*old.items(), *new.items()]
        safe = [all(i == k or (j != m and abs(i - k) != abs(j - m)) for k, m in placed) for i, j in new.items()]
        return sum(safe), len(safe)

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The first or last column that no queen attacks, row by row or where there are fewest (0 where all are attacked)."""
        n = len(self.board)
        old = [(i, row.index("Q")) for i, row in enumerate(self.board) if "Q" in row]
        found = {}
        for fewest, side in ((0, 1), (0, -1), (1, 1), (1, -1)):
            left, placed, new = [i for i in range(n) if "Q" not in self.board[i]], old[:], {}
            while left:
                free = [[j for j in range(n) if all(j != m and abs(i - k) != abs(j - m) for k, m in placed)] for i in left]
                i = left.pop(place := min(range(len(left)), key=lambda place: fewest * len(free[place])))
                new[i] = (free[place] or [0])[::side][0]
                placed.append((i, new[i]))
            found[f"{'fewest cells first' if fewest else 'row by row'}, {side}"] = [column for _, column in sorted(new.items())]
        return found


def _queens(rng: Random, n: int) -> list[int]:
    """The columns of n queens that do not attack each other, by backtracking: next is the row that has the fewest cells left."""
    stack = [([-1] * n, [(1 << n) - 1] * n)]
    while stack:
        columns, free = stack.pop()
        left = [i for i in range(n) if columns[i] < 0]
        if not left:
            return columns
        row = min(left if len(left) < n else [rng.randrange(n)], key=lambda i: free[i].bit_count())
        for j in rng.sample([j for j in range(n) if free[row] >> j & 1], free[row].bit_count()):
            mask = [~(1 << j | 1 << j + abs(i - row) | 1 << j >> abs(i - row)) for i in range(n)]
            after = [*columns[:row], j, *columns[row + 1 :]]
            stack.append((after, [cells & attacked for cells, attacked in zip(free, mask, strict=True)]))
    raise AssertionError("there are such queens for n = 4 and more")
