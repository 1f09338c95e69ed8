"""Permute the columns of a 0/1 matrix so that the main diagonal holds only ones."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Permutation, grow, hidden
from rlve.envs.toolkit.open_cells import grid_text


class PermuteMatrixMainDiagonalOnes(ConstraintEnvironment):
    """A column order that puts ones on the main diagonal of an N x N matrix; one row and column more with each level.

    The diagonal is planted, and each row has one or two ones more, none or one in a 3 x 3 matrix. From level 3 on, to take for
    each row the first column left does not succeed, from the first row down or from the last one up.
    Reward: (share of ones on the diagonal)^10.
    """

    rows: Sequence[str]
    solution: Sequence[int] = hidden()

    paper_name = "MatrixPermutation_MainDiagonalOne"
    max_level = 34
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(3, level, percent=4, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        """From 4 x 4 on each row has the column of the next row of a ring, too, so that few ones are no hint."""
        order = rng.sample(range(n), n)
        ring = rng.sample(range(n), n)
        ones = [{column} for column in order]
        if n > 3:
            for row, after in zip(ring, [*ring[1:], ring[0]], strict=True):
                ones[row].add(order[after])
        for row in ring[: n // 3] if n > 3 else ring:
            ones[row].add(rng.randrange(n))
        return cls(rows=["".join(["1" if column in own else "0" for column in range(n)]) for own in ones], solution=order)

    def statement(self) -> str:
        n = len(self.rows)
        return (
            f"{grid_text(self.rows)}\n"
            f"Its rows and its columns are numbered from 0 to {n - 1}. Put the columns in a new order so that the diagonal from "
            "the top left to the bottom right corner holds only ones. Give the old numbers of the columns in their new order, "
            "from left to right."
        )

    def answer_format(self) -> AnswerFormat:
        return Permutation(len(self.rows))

    def solve(self) -> list[int]:
        """Row by row, by augmenting paths: a row takes a column, whose row before takes another, until one is free."""
        holder: dict[int, int] = {}  # column -> row
        columns = [[column for column, cell in enumerate(row) if cell == "1"] for row in self.rows]
        for row in range(len(self.rows)):
            asked_by: dict[int, int] = {}
            queue, free = [row], None
            for asking in queue:
                for column in columns[asking]:
                    if column not in asked_by:
                        asked_by[column] = asking
                        if column not in holder:
                            free = column
                            break
                        queue.append(holder[column])
                if free is not None:
                    break
            while free is not None:
                taker = asked_by[free]
                before = next((column for column, held in holder.items() if held == taker), None)
                holder[free], free = taker, before
        return sorted(holder, key=holder.__getitem__)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        return sum([row[column] == "1" for row, column in zip(self.rows, answer, strict=True)]), len(answer)

    def guesses(self) -> Iterable[Sequence[int]]:
        numbers = range(len(self.rows))
        some = [numbers, numbers[::-1]] if len(numbers) > 3 else []
        return [*some, self._one_by_one(numbers), self._one_by_one(numbers[::-1])] if len(numbers) > 5 else some

    def rules(self) -> Mapping[str, Sequence[int]]:
        """Row by row the first one that is left, or that in the column of fewest; rows from first, last, or of few ones first."""
        numbers = range(len(self.rows))
        orders = {"": numbers, ", the last row first": numbers[::-1]}
        orders[", rows of few ones first"] = sorted(numbers, key=lambda row: self.rows[row].count("1"))
        answers = {f"the first column left{name}": self._one_by_one(order) for name, order in orders.items()}
        ones = [column.count("1") for column in zip(*self.rows, strict=True)]
        scarce = sorted(numbers, key=ones.__getitem__)
        return answers | {
            f"the column of fewest ones left{name}": self._one_by_one(order, scarce) for name, order in orders.items()
        }

    def _one_by_one(self, order: Iterable[int], columns: Iterable[int] | None = None) -> list[int]:
        """Each row takes its first one in a column that is left; rows without one take what is left at the end."""
        left, taken = [*(columns or range(len(self.rows)))], [-1] * len(self.rows)
        for row in order:
            taken[row] = next((column for column in left if self.rows[row][column] == "1"), -1)
            if taken[row] >= 0:
                left.remove(taken[row])
        return [column if column >= 0 else left.pop() for column in taken]
