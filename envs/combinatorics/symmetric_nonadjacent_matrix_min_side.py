"""Find the least width of a symmetric matrix with a given number of ones, no two of them neighbours."""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, IntegerList
from rlve.envs.toolkit.scores import credit_by_share
from rlve.envs.toolkit.text import rows

WIDEST = 60  # more columns than any question here needs


class SymmetricNonadjacentMatrixMinSide(Environment):
    """How many columns a symmetric 0/1 matrix of H rows with X ones needs, for some pairs H, X, when no two ones are neighbours.

    Symmetric means: unchanged by both mirrors. Two pairs at first, one more with every other level. H is 3 to 5 and X 2 to 8 at
    first; H grows by up to one with every other level, X by up to two with each. From level 3 on a given row must be empty.
    Reward: (share of the numbers that are right)^5.
    """

    matrices: Sequence[tuple[int, ...]]

    paper_name = "ClearSymmetry"
    max_level = 20

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"count": 2 + level // 2, "rows": 5 + level // 2, "ones": 8 + 2 * level, "empty": int(level > 2)}

    @classmethod
    def draw(cls, rng: Random, count: int, rows: int, ones: int, empty: int) -> Self:
        """Ones come in pairs, except in the middle row of an odd number of rows."""
        cases = [(h,) for h in range(max(3, rows // 2), rows + 1)]
        if empty:
            cases = [(h, row) for (h,) in cases if h != 4 for row in range((h - 1) // 2 + h % 2)]
        matrices = []
        for _ in range(count):
            h, *row = rng.choice(cases)
            x = rng.randint(ones // 3, ones)
            matrices.append((h, x + x % 2 if h % 2 == 0 or row == [h // 2] else x, *row))
        return cls(matrices=matrices)

    def acceptable(self) -> bool:
        return len(set(self.matrices)) == len(self.matrices)

    def statement(self) -> str:
        count = len(self.matrices)
        empty = len(self.matrices[0]) > 2
        return (
            "Call a matrix of zeros and ones good when no two ones share a side, and when it stays the same both if each row is "
            f"reversed and if the order of the rows is reversed. Here are {count} cases, one a line as: rows ones"
            f"{' empty' if empty else ''}\n{rows(self.matrices)}\n"
            f"{'Rows are counted from 0, and the row of the last number must hold only zeros. ' if empty else ''}"
            "For each of them, what is the least number of columns of a good matrix with exactly so many rows and so many ones? "
            f"Give the {count} numbers of columns, in the order of the lines."
        )

    def answer_format(self) -> AnswerFormat:
        return IntegerList(length=len(self.matrices), low=1)

    def solve(self) -> list[int]:
        return [
            next(width for width, counts in enumerate(_possible(height, *empty), 1) if counts >> ones & 1)
            for height, ones, *empty in self.matrices
        ]

    def score(self, answer: Sequence[int], /) -> float:
        return credit_by_share(self.reference, answer, 5)

    def rules(self) -> Mapping[str, Sequence[int]]:
        """A checkerboard has room for one in two cells, rounded up."""
        cases = [(height, ones, 2 * len(empty)) for height, ones, *empty in self.matrices]
        widths = range(1, 2 * WIDEST, 2)
        return {
            "a checkerboard": [-(-(2 * x - 1) // h) for h, x, _ in cases],
            "a checkerboard of an odd width": [next(w for w in widths if (h * w + 1) // 2 >= x) for h, x, _ in cases],
            "a checkerboard of an odd width, empty rows apart": [
                next(w for w in widths if ((h - less) * w + 1) // 2 >= x) for h, x, less in cases
            ],
        }


@cache
def _possible(height: int, empty: int = -1) -> list[int]:
    """For each width from 1 on the possible numbers of ones, as a mask.

    Column after column from the left edge, by the ones in the upper half of the last one; what has a mirror image counts
    twice. In the middle of an even height or width, ones would touch their images.
    """
    odd, bits = height % 2, (height - 1) // 2 + height % 2
    columns = [
        column for column in range(1 << bits) if not column & column >> 1 and (empty < 0 or not column >> bits - 1 - empty & 1)
    ]
    weight = {column: 2 * column.bit_count() - (column & odd) for column in columns}  # the lowest bit is the middle row
    possible: list[int] = []
    reached = dict.fromkeys(columns, 0) | {0: 1}
    while len(possible) < WIDEST:
        before = dict.fromkeys(columns, 0)
        for column in columns:
            for last, counts in reached.items():
                if not column & last:
                    before[column] |= counts
        middle = 0
        for column, counts in before.items():
            middle |= counts << weight[column]
        possible += [middle, before[0]]
        reached = {column: counts << 2 * weight[column] for column, counts in before.items()}
    return possible
