"""Count the matrices in which given numbers of rows are above row 0 in each column, and above it in no column."""

from collections.abc import Iterable, Mapping, Sequence
from math import comb, prod
from random import Random
from typing import Self

from rlve import AnswerFormat, Environment, Integer
from rlve.envs.toolkit.modulus import MODULUS
from rlve.envs.toolkit.text import numbered_rows


class DominatedRowsMatrixCount(Environment):
    """How many matrices have so many entries above row 0's in each column, and so many rows above row 0 in no column.

    Three rows, two columns and two values for an entry at first; with each level one value more, one row more or one column
    more, in turn. From level 1 on a column may have up to a third fewer values. Reward: exact.
    """

    others: int
    columns: Sequence[tuple[int, int, int]]
    below: int

    paper_name = "GradeRankingCounting"
    max_level = 40

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"others": 2 + (level + 1) // 3, "columns": 2 + level // 3, "values": 2 + (level + 2) // 3}

    @classmethod
    def draw(cls, rng: Random, others: int, columns: int, values: int) -> Self:
        """Let each row that is above somewhere be so in one column, and in each other with a chance of one in four."""
        above = rng.randint((others + 1) // 2, others)
        larger = [0] * columns
        for _ in range(above):
            column = rng.randrange(columns)
            for j in range(columns):
                larger[j] += j == column or rng.random() < 0.25
        lows = rng.choices(range(1, 7), k=columns)
        highs = [low + rng.randint(values - values // 3, values) - 1 for low in lows]
        return cls(others=others, columns=[*zip(lows, highs, larger, strict=True)], below=others - above)

    def acceptable(self) -> bool:
        return self.reference < (20 if self.others < 3 else 1000 if len(self.columns) < 3 else MODULUS)

    def statement(self) -> str:
        return (
            f"Count the matrices of integers with {self.others + 1} rows and {len(self.columns)} columns, both counted from 0, "
            "that meet two conditions. In each column all entries are from low to high, and exactly R of them are larger than "
            f"the entry of row 0; here are the columns, one a line as: column: low high R\n{numbered_rows(self.columns)}\n"
            f"And of the rows 1 to {self.others}, exactly {self.below} {'has' if self.below == 1 else 'have'} no entry that is "
            f"larger than the entry of row 0 in its column. Give the number of such matrices modulo {MODULUS}."
        )

    def answer_format(self) -> AnswerFormat:
        return Integer(low=0, high=MODULUS - 1)

    def solve(self) -> int:
        """Choose the rows that are above somewhere, then which of their entries are, by inclusion and exclusion; then values."""
        above = self.others - self.below
        places = sum([(-1) ** t * comb(above, t) * self._places(above - t) for t in range(above + 1)])
        return comb(self.others, above) * places * self._values() % MODULUS

    def _places(self, rows: int) -> int:
        """In how many ways entries can be above row 0's, so many in each column, if only so many rows may have any."""
        return prod([comb(rows, count) for *_, count in self.columns])

    def _values(self) -> int:
        """In how many ways the values can then be chosen: in each column, by how many are at most the one in row 0."""
        ways = 1
        for low, high, count in self.columns:
            values = high - low + 1
            ways *= sum([(values - s) ** count * s ** (self.others - count) for s in range(1, values + 1)])
        return ways

    def guesses(self) -> Iterable[int]:
        return [*self.rules().values()] if len(self.columns) > 2 else []

    def rules(self) -> Mapping[str, int]:
        above, values = self.others - self.below, self._values()
        return {
            "values alone": values % MODULUS,
            "any places": self._places(self.others) * values % MODULUS,
            "any places in the rows above": comb(self.others, above) * self._places(above) * values % MODULUS,
        }
