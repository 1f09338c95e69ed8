"""Choose an entry in each row and column of two matrices for the largest ratio of the sums."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Self

from rlve import AnswerFormat, OptimizationEnvironment, Permutation
from rlve.envs.toolkit.assignment import cheapest_assignment
from rlve.envs.toolkit.text import rows


class MaxRatioAssignment(OptimizationEnvironment):
    """The permutation with the largest ratio of its entries in A to those in B; one more row and column with each level.

    Two matrices of three rows at first, with entries up to 8 in A and up to 4 in B; later up to 40 and 20.
    Reward: (ratio / largest ratio)^15.
    """

    a: Sequence[Sequence[int]]
    b: Sequence[Sequence[int]]

    paper_name = "FractionalProgramming_BipartiteGraphMatching"
    max_level = 24
    goal = "maximum"
    exponent = 15

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        largest = min(2 * n - 2, 20)
        b = [[rng.randint(1, largest) for _ in range(n)] for _ in range(n)]
        return cls(a=[[rng.randint(1, 2 * entry) for entry in row] for row in b], b=b)

    def statement(self) -> str:
        n = len(self.a)
        return (
            f"Here is a matrix A of {n} rows and {n} columns:\n{rows(self.a)}\n"
            f"Here is a matrix B of {n} rows and {n} columns:\n{rows(self.b)}\n"
            f"Choose a column from 0 to {n - 1} for each row, a different one for each. Divide the sum of the entries of A at "
            "these places by the sum of the entries of B at the same places: this ratio should be as large as possible. Give the "
            "columns of the rows from top to bottom."
        )

    def answer_format(self) -> AnswerFormat:
        return Permutation(len(self.a))

    def solve(self) -> list[int]:
        """Dinkelbach: what has a larger ratio than p / q has a sum of q A - p B above 0; so raise p / q to the ratio of the
        assignment with the largest such sum, until it is the same. All of A by all of B, an average, is not too large.
        """
        ratio = Fraction(sum(map(sum, self.a)), sum(map(sum, self.b)))
        while True:
            p, q = ratio.as_integer_ratio()
            costs = [[p * y - q * x for x, y in zip(*pair, strict=True)] for pair in zip(self.a, self.b, strict=True)]
            columns = cheapest_assignment(costs)
            if (better := self.objective(columns)) <= ratio:
                return columns
            ratio = better

    def objective(self, answer: Sequence[int], /) -> Fraction:
        sums = [sum([row[column] for row, column in zip(matrix, answer, strict=True)]) for matrix in (self.a, self.b)]
        return Fraction(*sums)

    def rules(self) -> Mapping[str, Sequence[int]]:
        found = {
            "largest ratio first": self._greedy(lambda i, j: Fraction(self.a[i][j], self.b[i][j])),
            "largest difference first": self._greedy(lambda i, j: self.a[i][j] - self.b[i][j]),
            "largest in A first": self._greedy(lambda i, j: self.a[i][j]),
            "smallest in B first": self._greedy(lambda i, j: -self.b[i][j]),
            "largest ratio row by row": self._greedy(lambda i, j: (-i, Fraction(self.a[i][j], self.b[i][j]))),
        }
        found["best of these"] = max(found.values(), key=self.objective)
        return {**found, "largest sum in A": cheapest_assignment([[-entry for entry in row] for row in self.a])}

    def _greedy(self, worth: Callable[[int, int], object]) -> list[int]:
        """The places by worth, each that is in a free row and a free column."""
        n = len(self.a)
        columns: dict[int, int] = {}
        for place in sorted(range(n * n), key=lambda place: worth(*divmod(place, n)), reverse=True):  # type: ignore[arg-type]
            row, column = divmod(place, n)
            if row not in columns and column not in columns.values():
                columns[row] = column
        return [columns[row] for row in range(n)]
