"""Swap as few columns as possible so that neither row repeats a number."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Self

from rlve import AnswerFormat, IntegerSet, OptimizationEnvironment, grow
from rlve.envs.toolkit.text import rows


class MinimumColumnSwapsDistinctRows(OptimizationEnvironment):
    """The fewest columns of a table of two rows whose swaps leave no number twice in a row.

    Four columns at first, a tenth more, and one, with each level. Columns that share numbers form cycles, of five or more,
    and each is swapped or not by chance. From level 3 on the first two of each cycle are swapped and the next two are not:
    then swapping the columns in turn, or always the one with the most repeated numbers, never succeeds.
    Reward: (least number / (swaps, and N for each repeated number))^5.
    """

    table: Sequence[Sequence[int]]

    paper_name = "MinSwapTwoPermutations"
    max_level = 25
    goal = "minimum"

    @classmethod
    def parameters(cls, level: int) -> dict[str, int]:
        return {"n": grow(4, level, percent=10, plus=1)}

    @classmethod
    def draw(cls, rng: Random, n: int) -> Self:
        order, numbers = rng.sample(range(n), n), rng.sample(range(1, n + 1), n)
        cycles = rng.randint(1, max(1, n // 5))
        cuts = [n * cycle // cycles for cycle in range(cycles + 1)]
        top, bottom = [0] * n, [0] * n
        for start, end in pairwise(cuts):
            for i in range(start, end):
                swapped = i < start + 2 if n > 6 and i < start + 4 else rng.random() < 0.5
                above, below = (bottom, top) if swapped else (top, bottom)
                above[order[i]], below[order[i]] = numbers[i], numbers[i + 1 if i + 1 < end else start]
        return cls(table=[top, bottom])

    def statement(self) -> str:
        n = len(self.table[0])
        return (
            f"Here is a table of 2 rows and {n} columns, numbered 0 to {n - 1} from the left:\n{rows(self.table)}\n"
            "To swap a column is to exchange its two integers. Swap as few columns as possible so that no integer stands twice "
            "in the same row. Give the columns to swap."
        )

    def answer_format(self) -> AnswerFormat:
        n = len(self.table[0])
        return IntegerSet(max_length=n, low=0, high=n - 1)

    def solve(self) -> list[int]:
        """Walk around each cycle of columns that share integers, which fixes who is swapped, up to all; take the fewer."""
        places: dict[int, list[tuple[int, int]]] = {}
        for row, entries in enumerate(self.table):
            for column, entry in enumerate(entries):
                places.setdefault(entry, []).append((column, row))
        chosen, seen = [], set()
        for start in range(len(self.table[0])):
            column, row, swapped = start, 0, 0
            sides: tuple[list[int], list[int]] = ([], [])
            while column not in seen:
                seen.add(column)
                sides[swapped].append(column)
                first, second = places[self.table[row][column]]
                column, other = second if first == (column, row) else first
                swapped ^= row == other
                row = 1 - other
            chosen += min(sides, key=len)
        return chosen

    def objective(self, answer: Sequence[int], /) -> int:
        n = len(self.table[0])
        top = [self.table[column in answer][column] for column in range(n)]
        bottom = [self.table[column not in answer][column] for column in range(n)]
        return len(answer) + n * (2 * n - len({*top}) - len({*bottom}))

    def acceptable(self) -> bool:
        return len({*self.table[0]}) < len(self.table[0])

    def guesses(self) -> Iterable[Sequence[int]]:
        return self.rules().values() if len(self.table[0]) > 6 else []

    def rules(self) -> Mapping[str, Sequence[int]]:
        chosen, above, below = [], {0}, {0}
        for column, (a, b) in enumerate(zip(*self.table, strict=True)):
            if a in above or b in below:
                chosen.append(column)
                a, b = b, a
            above.add(a)
            below.add(b)
        return {"each column in turn where it repeats a number": chosen, "the one with the most repeats": self._one_by_one()}

    def _one_by_one(self) -> list[int]:
        """Swap a column both of whose numbers are repeated in their rows, or else one of them, until none is."""
        (top, bottom), chosen = map(list, self.table), []
        while True:
            above, below = Counter(top), Counter(bottom)
            repeats = [0 if i in chosen else above[a] + below[b] for i, (a, b) in enumerate(zip(top, bottom, strict=True))]
            if max(repeats) < 3:
                return chosen
            i = repeats.index(max(repeats))
            chosen.append(i)
            top[i], bottom[i] = bottom[i], top[i]
