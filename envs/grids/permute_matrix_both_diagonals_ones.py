"""Permute rows and columns of a 0/1 matrix so that both diagonals hold only ones."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, Grid, Infeasible, grow, hidden
from rlve.envs.toolkit.text import rows


class PermuteMatrixBothDiagonalsOnes(ConstraintEnvironment):
    """Row and column orders that put ones on both diagonals of an N x N matrix; one row and column more with each level.

    Both diagonals are planted; of the other cells 30 to 40 percent are ones, and about four a row at most. From level 3 on, to
    pair the first rows that have two columns in common does not succeed. Reward: (share of ones on the diagonals)^20.
    """

    matrix: Sequence[Sequence[int]]
    solution: Sequence[Sequence[int]] = hidden()

    paper_name = "MatrixPermutation_BothDiagonalOne"
    version = 3
    max_level = 34
    exponent = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(3, level, percent=4, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        share = min(rng.uniform(0.3, 0.4), 4 / n)  # with more, large matrices would have solutions without the planted one
        order, places = rng.sample(range(n), n), rng.sample(range(n), n)
        matrix = [[int(rng.random() < share) for _ in range(n)] for _ in range(n)]
        for i in range(n):
            matrix[order[i]][places[i]] = matrix[order[i]][places[n - 1 - i]] = 1
        return cls(matrix=matrix, solution=[order, places])

    def statement(self) -> str:
        n = len(self.matrix)
        return (
            f"Here is a matrix of {n} rows and {n} columns, both numbered from 0 to {n - 1}:\n{rows(self.matrix)}\n"
            "Put its rows in a new order and its columns in a new order so that both diagonals of the new matrix hold only ones: "
            "the one from the top left to the bottom right corner, and the one from the top right to the bottom left corner. "
            "Give first the old numbers of the rows in their new order from top to bottom, then the old numbers of the columns "
            "in their new order from left to right."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.matrix)
        return Grid(2, n, low=0, high=n - 1)

    def satisfied(self, answer: Sequence[Sequence[int]], /) -> tuple[int, int]:
        order, places = answer
        n = len(order)
        if len(set(order)) < n or len(set(places)) < n:
            raise Infeasible(f"each line should hold each of 0 to {n - 1} once")
        cells = {(i, j) for i in range(n) for j in (i, n - 1 - i)}
        return sum([self.matrix[order[i]][places[j]] for i, j in cells]), len(cells)

    def guesses(self) -> Iterable[Sequence[Sequence[int]]]:
        numbers = range(len(self.matrix))
        some = [[numbers, numbers], [numbers, numbers[::-1]]]
        return [*some, self._first_pairs()] if len(numbers) > 5 else some

    def _first_pairs(self) -> list[list[int]]:
        """Two by two the first rows left that have ones in two columns left, which become theirs; the others as they come."""
        n = len(self.matrix)
        order, places = list(range(n)), list(range(n))
        done = 0  # so many at both ends are settled
        for a, b in combinations(range(n), 2):
            if a in order[done : n - done] and b in order[done : n - done]:
                common = [j for j in places[done : n - done] if self.matrix[a][j] and self.matrix[b][j]]
                if len(common) > 1:
                    for line, first, last in ((order, a, b), (places, common[0], common[1])):
                        line.remove(first)
                        line.remove(last)
                        line.insert(done, first)
                        line.insert(n - 1 - done, last)
                    done += 1
        return [order, places]
