"""Raise a matrix to a power modulo a prime."""

from collections.abc import Iterable, Sequence
from itertools import chain
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Grid
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.scores import share_right
from rlve.envs.toolkit.sizes import near
from rlve.envs.toolkit.text import rows

Matrix = Sequence[Sequence[int]]


class MatrixPowerMod(Environment):
    """The K-th power of an N x N matrix, modulo 10007; larger entries with each level, larger K from level 4 on.

    At first N = 2, K = 2 and the entries are 0 to 2. At levels 6, 13, 20 and 27 nothing but N grows, by one.
    Reward: (share of entries that are right)^5.
    """

    matrix: Matrix
    power: int

    paper_name = "Matrix_BinaryExponentiation"
    version = 3
    max_level = 30

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        n = 2 + (level + 1) // 7
        rest = level - (n - 2)
        return {"n": n, "power": max(2, rest - 1), "entry": 2 + rest * (rest + 1) // 2}

    @classmethod
    def draw(cls, rng: Random, n: int, power: int, entry: int) -> Self:
        return cls(matrix=[[rng.randint(0, entry) for _ in range(n)] for _ in range(n)], power=near(rng, power))

    def statement(self) -> str:
        n = len(self.matrix)
        return (
            f"Here is a matrix A of {n} rows and {n} columns:\n{rows(self.matrix)}\n"
            f"Compute the matrix product of {self.power} factors A, that is the matrix power A^{self.power}. "
            f"Give each of its entries modulo {MODULUS}, as a number from 0 to {MODULUS - 1}."
        )

    def answer_format(self) -> AnswerFormat:
        return Grid(len(self.matrix), len(self.matrix), low=0, high=MODULUS - 1)

    def solve(self) -> Matrix:
        """Square and multiply along the binary digits of the power."""
        result: Matrix = self.matrix
        for digit in f"{self.power:b}"[1:]:
            result = _product(result, result)
            if digit == "1":
                result = _product(result, self.matrix)
        return result

    def guesses(self) -> Iterable[Matrix]:
        return [self.matrix, [[pow(entry, self.power, MODULUS) for entry in row] for row in self.matrix]]

    def score(self, answer: Matrix, /) -> float:
        return share_right(list(chain(*self.reference)), list(chain(*answer))) ** 5


def _product(left: Matrix, right: Matrix) -> Matrix:
    columns = list(zip(*right, strict=True))
    return [[sum([a * b for a, b in zip(row, column, strict=True)]) % MODULUS for column in columns] for row in left]
