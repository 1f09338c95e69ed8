"""Count the ways to place kings that do not attack each other."""

from collections.abc import Iterable, Mapping, Sequence
from math import comb
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS

BITS = 64  # for each number of kings in a packed row of counts


class NonattackingKingsCount(Environment):
    """How many ways there are to place K kings apart on a board with blocked squares; 3 x 3 squares at first.

    One row or column more with each level. A sixth to a third of the squares are blocked. K is 2 at first and from an eighth
    to a fifth of the squares later. Reward: exact.
    """

    board: Sequence[str]
    kings: int

    paper_name = "RoyalLockCounting"
    max_level = 14  # 10 x 10 squares

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"sides": 6 + level}

    @classmethod
    def draw(cls, rng: Random, sides: int) -> Self:
        height = sides // 2 + rng.randint(0, sides % 2)
        width = sides - height
        squares = height * width
        blocked = set(rng.sample(range(squares), rng.randint(squares // 6, squares // 3)))
        cells = ["#" if square in blocked else "." for square in range(squares)]
        return cls(
            board=["".join(cells[start : start + width]) for start in range(0, squares, width)],
            kings=rng.randint(max(2, squares // 8), max(2, squares // 5)),
        )

    def statement(self) -> str:
        board = "\n".join(self.board)
        return (
            f"Here is a board of {len(self.board)} rows and {len(self.board[0])} columns; # is a blocked square:\n{board}\n"
            f"Count the ways to place {self.kings} kings, all alike, on different squares that are not blocked, so that no two "
            f"of them stand on squares that share a side or a corner. Give the number of such ways modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """Row by row, by the set of columns with a king; counts for each number of kings are packed into one integer."""
        width = len(self.board[0])
        ways = {0: 1}
        for row in self.board:
            free = sum([1 << column for column in range(width) if row[column] == "."])
            sets: dict[int, list[int]] = {}  # usable columns -> the sets of them without neighbours
            below: dict[int, int] = {}
            for kings, count in ways.items():
                usable = free & ~(kings | kings << 1 | kings >> 1)
                if usable not in sets:
                    sets[usable] = _apart(usable)
                for others in sets[usable]:
                    below[others] = below.get(others, 0) + (count << BITS * others.bit_count())
            ways = below
        return (sum(ways.values()) >> BITS * self.kings) % 2**BITS % MODULUS

    @property
    def _free(self) -> int:
        return "".join(self.board).count(".")

    def guesses(self) -> Iterable[int]:
        return [0, 1, comb(self._free, self.kings) % MODULUS] if len(self.board) > 3 else []

    def rules(self) -> Mapping[str, int]:
        height, width, k = len(self.board), len(self.board[0]), self.kings
        empty = type(self)(board=["." * width] * height, kings=k).solve()
        share = comb(self._free, k) * empty // comb(height * width, k) if empty * comb(self._free, k) else 0
        return {
            "as if no square were blocked": empty,
            "that, times the share of free choices": share % MODULUS,
            "each king takes four squares": comb(max(0, self._free - 3 * (k - 1)), k) % MODULUS,
        }


def _apart(usable: int) -> list[int]:
    """The subsets of a set of columns without two neighbouring ones."""
    sets = [0]
    while usable:
        column = usable & -usable
        usable ^= column
        sets += [column | chosen for chosen in sets if not chosen & column >> 1]
    return sets
