"""Complete a magic square."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Self

from rlve import AnswerFormat, ConstraintEnvironment, IntegerList, hidden
from rlve.envs.toolkit.open_cells import OPEN, WHAT_THEY_STAND_FOR

# order and open cells of each level
LEVELS = ((3, 3), (3, 4), (4, 6), (4, 8), (5, 11), (5, 12), (5, 14), (6, 15), (6, 20), (7, 21), (7, 28), (8, 29), (8, 38))
LO_SHU = ((2, 7, 6), (9, 5, 1), (4, 3, 8))
TOP, LEFT = (36, 2, 34, 30), (31, 8, 9, 27)  # of a square of order 6, with 4 and 5 in its upper corners


class MagicSquareCompletion(ConstraintEnvironment):
    """The open cells of a magic square, three of nine at first; at least one more with each level, of orders up to 8.

    Squares are made of two Latin squares over a field, whose numbers are renamed at random (that of order 6 is one of order 4
    with a border); of order 3 there are but eight.
    Reward: (share of conditions kept: a sum for each line, and the right numbers)^10.
    """

    square: Sequence[Sequence[int]]  # 0: open
    solution: Sequence[int] = hidden()

    paper_name = "MagicSquarePuzzle"
    max_level = len(LEVELS) - 1
    exponent = 10

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        order, gaps = LEVELS[level]
        return {"n": order, "gaps": gaps}

    @classmethod
    def draw(cls, rng: Random, n: int, gaps: int) -> Self:
        square = _magic_square(rng, n)
        hidden_at = sorted(rng.sample(range(n * n), gaps))
        solution = [square[place // n][place % n] for place in hidden_at]
        for place in hidden_at:
            square[place // n][place % n] = 0
        return cls(square=square, solution=solution)

    def statement(self) -> str:
        n = len(self.square)
        shown = "\n".join([" ".join([str(number) if number else OPEN for number in row]) for row in self.square])
        return (
            f"Here is a grid of {n} rows and {n} columns:\n{shown}\n"
            f"Put an integer in place of each ? so that the grid holds each of the integers from 1 to {n * n} once, and every "
            f"row, every column and each of the two diagonals has the sum {_total(n)}. {WHAT_THEY_STAND_FOR}"
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.solution), low=1, high=len(self.square) ** 2)

    def satisfied(self, answer: Sequence[int], /) -> tuple[int, int]:
        n, left = len(self.square), iter(answer)
        square = [[number or next(left) for number in row] for row in self.square]
        diagonals = zip(*[(row[i], row[-1 - i]) for i, row in enumerate(square)], strict=True)
        sums = [*map(sum, square), *map(sum, zip(*square, strict=True)), *map(sum, diagonals)]
        return sums.count(_total(n)) + (sorted(answer) == self._missing()), len(sums) + 1

    def _missing(self) -> list[int]:
        """The integers that are not shown, in ascending order."""
        return sorted({*range(1, len(self.square) ** 2 + 1)}.difference(*self.square))

    def rules(self) -> Mapping[str, Sequence[int]]:
        return {"the missing ones up": self._missing(), "the missing ones down": self._missing()[::-1]}


def _total(n: int) -> int:
    """The sum of each line of a magic square."""
    return n * (n * n + 1) // 2


def _magic_square(rng: Random, n: int) -> list[list[int]]:
    """Over the field of n elements, i + b * j takes every value once along each line, the diagonals too, unless b is 0, 1 or -1;
    two such, renamed, are the digits of the numbers, which are all different where the two factors are.
    """
    if n in (3, 6):
        square = LO_SHU if n == 3 else _with_border(rng, _magic_square(rng, 4))
        down, across = rng.choice((-1, 1)), rng.choice((-1, 1))
        turned = [list(row[::across]) for row in square[::down]]
        return turned if rng.randrange(2) else [*map(list, zip(*turned, strict=True))]
    b, d = rng.sample(range(2, n if n % 2 == 0 else n - 1), 2)
    first, second = rng.sample(range(n), n), rng.sample(range(n), n)
    shifts = [(_times(b, j, n), _times(d, j, n)) for j in range(n)]
    if n % 2:
        return [[n * first[(i + x) % n] + second[(i + y) % n] + 1 for x, y in shifts] for i in range(n)]
    return [[n * first[i ^ x] + second[i ^ y] + 1 for x, y in shifts] for i in range(n)]


def _with_border(rng: Random, square: Sequence[Sequence[int]]) -> list[list[int]]:
    """A magic square of order 6 with a given one in the middle, each of its numbers larger by 10."""
    top = rng.sample(TOP, 4)
    inner = [[left, *[number + 10 for number in row], 37 - left] for left, row in zip(rng.sample(LEFT, 4), square, strict=True)]
    return [[4, *top, 5], *inner, [32, *[37 - number for number in top], 33]]


def _times(a: int, b: int, n: int) -> int:
    """A product in the field of n elements: modulo the prime n; or, n = 4 or 8, of polynomials over GF(2) packed into bits."""
    if n % 2:
        return a * b % n
    product = 0
    while b:
        product ^= a * (b & 1)
        a, b = a << 1, b >> 1
        a ^= (n + 3) * (a >= n)  # x^2 + x + 1 or x^3 + x + 1
    return product
