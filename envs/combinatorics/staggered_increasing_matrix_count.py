"""Count the matrices of increasing rows that do not rise too far from row to row, with given first and last rows."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from math import comb
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS


class StaggeredIncreasingMatrixCount(Environment):
    """How many N x M matrices of the integers 0 to M + 1 have a given first and last row and keep two rules.

    Rows increase, and each entry is smaller than the next one of the row above. N is 3 and M is 3 or 4 at first; they grow by
    one in turn with each level. Reward: exact.
    """

    height: int
    first: Sequence[int]
    last: Sequence[int]

    paper_name = "KiddingMe"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"height": 3 + (level + 1) // 2, "width": 4 + level // 2}

    @classmethod
    def draw(cls, rng: Random, height: int, width: int) -> Self:
        width = rng.randint(width - 1, width)
        first, last = (sorted(rng.sample(range(width + 2), width)) for _ in range(2))
        return cls(height=rng.randint(max(3, height - 1), height), first=first, last=last)

    def statement(self) -> str:
        first, last = (" ".join(map(str, row)) for row in (self.first, self.last))
        width = len(self.first)
        return (
            f"Count the matrices X of {self.height} rows and {width} columns, with entries from 0 to {width + 1}, whose first "
            f"row is\n{first}\nwhose last row is\n{last}\nand that keep two rules: in each row the entries increase strictly "
            "from left to right; and each entry is smaller than the right neighbour of the entry just above it, that is, "
            f"X[i][j] < X[i-1][j+1] wherever both exist. Give the number of such matrices modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        a, b = self._lacking(self.last)
        return self._matrices(self.height)[a][b]

    def _matrices(self, height: int) -> list[list[int]]:
        """Those of some height by the two integers that their last row lacks: each is at least that of the row above - 1."""
        side = len(self.first) + 2
        ways = [[0] * side for _ in range(side)]
        a, b = self._lacking(self.first)
        ways[a][b] = 1
        for _ in range(height - 1):
            sums, above = [], [0] * side
            for row in ways:
                above = [x + y for x, y in zip(above, accumulate(row), strict=True)]
                sums.append([*above[1:], above[-1]])
            sums.append(sums[-1])
            ways = [[0] * (a + 1) + [count % MODULUS for count in sums[a + 1][a + 1 :]] for a in range(side)]
        return ways

    @staticmethod
    def _lacking(row: Sequence[int]) -> list[int]:
        return [number for number in range(len(row) + 2) if number not in row]

    def guesses(self) -> Iterable[int]:
        every = comb(len(self.first) + 2, 2)
        return [0, every ** (self.height - 2) % MODULUS]

    def rules(self) -> Mapping[str, int]:
        shorter, full, second = (sum(map(sum, self._matrices(height))) for height in (self.height - 1, self.height, 2))
        return {
            "as if the last row ruled nothing out": shorter % MODULUS,
            "the second row alone": second,
            "the share of one last row": full // comb(len(self.first) + 2, 2),
        }
