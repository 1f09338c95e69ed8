"""Pick an entry from each row, all from different columns, so that the k-th largest of them is small."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, Infeasible, IntegerList, OptimizationEnvironment
from rlve.envs.toolkit.text import rows


class DistinctColumnsMinimizeKthLargest(OptimizationEnvironment):
    """Different columns for all rows of a matrix, for a small k-th largest entry; a row or a column more with each level.

    A random matrix of 3 rows and 3 columns at first. From four rows on its small entries lie, but for the order of rows and
    columns, on and above a diagonal, and whoever takes the smallest one that is free, again and again, does not stay on it; k is
    at least 2, and to make the largest entry small will not do.
    Reward: (least k-th largest entry / that of the answer)^5.
    """

    matrix: Sequence[Sequence[int]]
    k: int

    paper_name = "MinimumUnconflictedGridKMax"
    max_level = 36
    goal = "minimum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"rows": 3 + level // 2, "columns": 3 + (level + 1) // 2}

    @classmethod
    def draw(cls, rng: Random, rows: int, columns: int) -> Self:
        k = rng.randint(1 + (rows + columns > 8), (rows + 1) // 2)
        if rows + columns < 9:
            return cls(matrix=[[rng.randint(1, rows * columns) for _ in range(columns)] for _ in range(rows)], k=k)
        size, small = rows - k + 1, rows * columns // 2
        matrix = [[rng.randint(small + 1, 3 * small) for _ in range(columns)] for _ in range(rows)]
        row, column = rng.sample(range(rows), rows), rng.sample(range(columns), columns)
        for i in range(size):
            matrix[row[i]][column[i]] = rng.randint(small // 2, small)
            for j in range(i + 1, size):
                if j == i + 1 or rng.randrange(3) == 0:
                    matrix[row[i]][column[j]] = rng.randint(1, small)
        for i in range(size, rows):
            matrix[row[i]][column[rng.randrange(size)]] = rng.randint(small // 2, small)
        return cls(matrix=matrix, k=k)

    def statement(self) -> str:
        n, m = len(self.matrix), len(self.matrix[0])
        return (
            f"Here is a matrix of {n} rows and {m} columns, which count from 0:\n{rows(self.matrix)}\n"
            f"Choose one entry in each row, no two of them in the same column. Sort these {n} entries from the largest down: "
            f"number {self.k}, counted from 1, is to be as small as possible. Give the column of the entry that you choose in "
            "each row, row 0 first."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.matrix), low=0, high=len(self.matrix[0]) - 1)

    def solve(self) -> list[int]:
        return self._least(self.k)

    def guesses(self) -> Iterable[Sequence[int]]:
        return [self._least(1)] if len(self.matrix) + len(self.matrix[0]) > 8 else []

    def _least(self, k: int) -> list[int]:
        """The lowest bound that all rows but k - 1 can keep in different columns; the other rows take what is left."""
        values = sorted({entry for row in self.matrix for entry in row})
        enough = len(self.matrix) - k + 1
        least = values[bisect_left(values, enough, key=lambda bound: len(self._matching(bound)))]
        chosen = self._matching(least)
        left = [column for column in range(len(self.matrix[0])) if column not in chosen.values()]
        return [chosen[row] if row in chosen else left.pop() for row in range(len(self.matrix))]

    def _matching(self, bound: int) -> dict[int, int]:
        """Different columns, for as many rows as possible, of entries up to the bound: by augmenting paths."""
        allowed = [[column for column, entry in enumerate(row) if entry <= bound] for row in self.matrix]
        chosen: dict[int, int] = {}
        owner: dict[int, int] = {}
        for start in range(len(allowed)):
            asked_by: dict[int, int] = {}
            queue, free = [start], None
            for asking in queue:
                for column in allowed[asking]:
                    if column not in asked_by:
                        asked_by[column] = asking
                        if column in owner:
                            queue.append(owner[column])
                        else:
                            free = column
                if free is not None:
                    break
            while free is not None:  # back along the path: each row takes the column that it asked for
                row = owner[free] = asked_by[free]
                chosen[row], free = free, chosen.get(row)
        return chosen

    def objective(self, answer: Sequence[int], /) -> int:
        if len(set(answer)) < len(answer):
            raise Infeasible("a column is chosen twice")
        return sorted([row[column] for row, column in zip(self.matrix, answer, strict=True)])[-self.k]

    def rules(self) -> Mapping[str, Sequence[int]]:
        """The smallest entry in a free column, row after row; the smallest one of all rows and columns that are left."""
        columns, by_row = range(len(self.matrix[0])), []
        for row in self.matrix:
            by_row.append(min([column for column in columns if column not in by_row], key=row.__getitem__))
        chosen: dict[int, int] = {}
        for _, i, j in sorted([(entry, i, j) for i, row in enumerate(self.matrix) for j, entry in enumerate(row)]):
            if i not in chosen and j not in chosen.values():
                chosen[i] = j
        return {"smallest in each row": by_row, "smallest of all": [chosen[i] for i in range(len(self.matrix))]}
