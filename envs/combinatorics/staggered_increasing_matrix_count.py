"""Count the matrices of increasing rows that do not rise too far from row to row, with given first and last rows."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, combinations
from math import comb
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS


class StaggeredIncreasingMatrixCount(Environment):
    """How many N x M matrices of the integers 0 to L have a given first and last row and keep two rules.

    Rows increase, and each entry is smaller than the next one of the row above. N is 3 and M is 3 or 4 at first; they grow by
    one in turn with each level. Each row lacks one or two of the integers, and from level 6 on two or three. Reward: exact.
    """

    height: int
    largest: int
    first: Sequence[int]
    last: Sequence[int]

    paper_name = "KiddingMe"
    max_level = 24

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"height": 3 + (level + 1) // 2, "width": 4 + level // 2, "spare": 2 + (level > 5)}

    @classmethod
    def draw(cls, rng: Random, height: int, width: int, spare: int) -> Self:
        height, width = rng.randint(max(3, height - 1), height), rng.randint(width - 1, width)
        largest = width - 1 + rng.randint(spare - 1, spare)
        first, last = (sorted(rng.sample(range(largest + 1), width)) for _ in range(2))
        return cls(height=height, largest=largest, first=first, last=last)

    def statement(self) -> str:
        first, last = (" ".join(map(str, row)) for row in (self.first, self.last))
        return (
            f"Count the matrices X of {self.height} rows and {len(self.first)} columns, with integers from 0 to {self.largest}, "
            f"whose first row is\n{first}\nwhose last row is\n{last}\nand that keep two rules: in each row the entries increase "
            "strictly from left to right; and each entry is smaller than the right neighbour of the entry just above it, that is, "
            f"X[i][j] < X[i-1][j+1] wherever both exist. Give the number of such matrices modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        return self._matrices(self.height)[self.last]

    def _matrices(self, height: int) -> dict[tuple[int, ...], int]:
        """Those of some height by their last row, from what the rows lack: each of these integers, in ascending order, is at
        least the one of the row above, less one.

        `ways` has an entry for each tuple of such integers; zeros for tuples that do not increase.
        """
        side, count = self.largest + 1, self.largest + 1 - len(self.first)
        strides = [side**k for k in range(count)]
        places = {row: sum([r * k for r, k in zip(row, strides, strict=True)]) for row in combinations(range(side), count)}
        sources = [sum([min(r + 1, side - 1) * k for r, k in zip(row, strides, strict=True)]) for row in places]
        ways = [0] * side**count
        ways[places[self._lacking(self.first)]] = 1
        for _ in range(height - 1):
            for stride in strides:
                for block in range(0, len(ways), stride * side):
                    for start in range(block, block + stride):
                        line = slice(start, start + stride * side, stride)
                        ways[line] = accumulate(ways[line])
            sums, ways = ways, [0] * len(ways)
            for place, source in zip(places.values(), sources, strict=True):
                ways[place] = sums[source] % MODULUS
        return {self._lacking(row): ways[place] for row, place in places.items()}

    def _lacking(self, row: Sequence[int]) -> tuple[int, ...]:
        return tuple([number for number in range(self.largest + 1) if number not in row])

    def guesses(self) -> Iterable[int]:
        return [0, comb(self.largest + 1, len(self.first)) ** (self.height - 2) % MODULUS]

    def rules(self) -> Mapping[str, int]:
        every = self._matrices(self.height - 1)
        return {
            "as if the last row ruled nothing out": sum(every.values()) % MODULUS,
            "the second row alone": sum(self._matrices(2).values()),
            "the share of one last row": sum(self._matrices(self.height).values()) // len(every),
        }
