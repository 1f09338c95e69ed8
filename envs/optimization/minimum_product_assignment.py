"""Choose an entry in each row and column so that the product of two sums is small."""

from collections.abc import Callable, Mapping, Sequence
from math import prod
from random import Random
from typing import Self

from rlve import AnswerFormat, OptimizationEnvironment, Permutation
from rlve.envs.toolkit.assignment import cheapest_assignment
from rlve.envs.toolkit.text import rows


class MinimumProductAssignment(OptimizationEnvironment):
    """The permutation with the least product of the sums of its entries in A and in B; one more row and column with each level.

    Two matrices of three rows at first, with entries up to 4. From level 3 on the one is small where the other is large: then
    the least sum of entries, their scales balanced or not, is not best. Reward: (least product / product)^15.
    """

    a: Sequence[Sequence[int]]
    b: Sequence[Sequence[int]]

    paper_name = "MinPairSumMultiplicationPermutation"
    max_level = 20
    goal = "minimum"
    exponent = 15

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": 3 + level}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        if n < 6:
            return cls(*[[rng.choices(range(1, n + 2), k=n) for _ in range(n)] for _ in "AB"])
        a = [rng.choices(range(1, 21), k=n) for _ in range(n)]
        b = [[max(1, 20 // entry + rng.randint(-1, 1)) for entry in row] for row in a]
        return cls(*rng.sample((a, b), 2))

    def statement(self) -> str:
        n = len(self.a)
        return (
            f"Here is a matrix A of {n} rows and {n} columns:\n{rows(self.a)}\n"
            f"Here is a matrix B of {n} rows and {n} columns:\n{rows(self.b)}\n"
            f"Choose a column from 0 to {n - 1} for each row, a different one for each. Multiply the sum of the entries of A at "
            "these places by the sum of the entries of B at the same places: this product should be as small as possible. Give "
            "the columns of the rows from top to bottom."
        )

    def answer_format(self) -> AnswerFormat:
        return Permutation(len(self.a))

    def solve(self) -> list[int]:
        """The two sums of a best choice are a corner of the lower left hull of all such pairs.

        Between two corners, the point farthest below their line belongs to an assignment of least cost, or there is none.
        """
        first, last = self._point(1, 0), self._point(0, 1)
        best, sides = min(first, last), [(first[1:3], last[1:3])]
        for left, right in sides:
            (x, y), (u, v) = left, right
            if x < u and y > v and x * v < best[0]:  # no product between them is less than x * v
                found = self._point(y - v, u - x)
                middle = found[1:3]
                if (y - v) * (middle[0] - x) < (u - x) * (y - middle[1]):
                    best = min(best, found)
                    sides += [(left, middle), (middle, right)]
        return best[3]

    def _point(self, p: int, q: int) -> tuple[int, int, int, list[int]]:
        """Product, sums and columns of the choice with the least p * (sum of A) + q * (sum of B)."""
        costs = [[p * x + q * y for x, y in zip(*pair, strict=True)] for pair in zip(self.a, self.b, strict=True)]
        columns = cheapest_assignment(costs)
        x, y = self._sums(columns)
        return x * y, x, y, columns

    def _sums(self, columns: Sequence[int]) -> list[int]:
        return [sum([row[column] for row, column in zip(matrix, columns, strict=True)]) for matrix in (self.a, self.b)]

    def objective(self, answer: Sequence[int], /) -> int:
        return prod(self._sums(answer))

    def rules(self) -> Mapping[str, Sequence[int]]:
        products = [[x * y for x, y in zip(*pair, strict=True)] for pair in zip(self.a, self.b, strict=True)]
        total_a, total_b = (sum(map(sum, matrix)) for matrix in (self.a, self.b))
        return {
            "least product first": self._greedy(lambda x, y: x * y),
            "least sum first": self._greedy(lambda x, y: x + y),
            "least share of the totals first": self._greedy(lambda x, y: x * total_b + y * total_a),
            "least sum of products": cheapest_assignment(products),
            "least sum in A": self._point(1, 0)[3],
            "least sum in B": self._point(0, 1)[3],
            "least sum": self._point(1, 1)[3],
            "least share of the totals": self._point(total_b, total_a)[3],
        }

    def _greedy(self, cost: Callable[[int, int], int]) -> list[int]:
        """The places by cost, each that is in a free row and a free column."""
        n = len(self.a)
        columns: dict[int, int] = {}
        for _, row, column in sorted([(cost(self.a[i][j], self.b[i][j]), i, j) for i in range(n) for j in range(n)]):
            if row not in columns and column not in columns.values():
                columns[row] = column
        return [columns[row] for row in range(n)]
