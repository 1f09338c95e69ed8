"""Grids of characters or integers."""

import re
from collections.abc import Sequence
from typing import Any

from rlve.answers.base import (
    DRESS,
    AnswerFormat,
    in_short,
    plain_numbers,
    range_words,
    strip_brackets,
    table_rows,
    width_of,
    with_noun,
    without_dashes,
)
from rlve.answers.lists import IntegerList
from rlve.answers.words import body_of, folding, spell, spelled
from rlve.verdict import Infeasible, Unparsable


class Grid(AnswerFormat):
    """`rows` lines of `columns` cells: single characters of `alphabet`, or integers from `low` to `high` without one.

    The value is a tuple of row strings (characters) or a tuple of integer tuples. All cells on one line are read row by row.
    """

    def __init__(
        self, rows: int, columns: int, alphabet: str | None = None, *, low: int | None = None, high: int | None = None
    ) -> None:
        self.rows, self.columns, self.alphabet = rows, columns, alphabet
        self.low, self.high = low, high
        self.limit = rows * (columns * (6 if alphabet else width_of(low, high) + 8) + 8) + DRESS
        self._symbols = folding(alphabet or "")

    def read(self, text: str) -> tuple[Any, ...]:
        rows = self._words(body_of(text, self._symbols)) if self.alphabet else self._numbers(text)
        if len(rows) == 1 and len(rows[0]) == self.rows * self.columns:
            return tuple(rows[0][start : start + self.columns] for start in range(0, len(rows[0]), self.columns))
        return rows

    def _numbers(self, text: str) -> tuple[tuple[int, ...], ...]:
        text = plain_numbers(table_rows(text))
        if self.low is not None and self.low >= 0:
            text = without_dashes(text)
        lines = [strip_brackets(line.strip().rstrip(",")) for line in _bracketed(text).splitlines() if line.strip()]
        if not lines or "=" in text:  # a row that has a name of its own
            raise Unparsable(f"expected lines of integers, found {text[:40]!r}" if lines else "the answer is empty")
        row = IntegerList(max_length=10**6, low=self.low)
        return tuple(row.read(line) for line in lines)

    def _words(self, text: str) -> tuple[str, ...]:
        if not spelled(text, self._symbols) and not set("[],|&") & self._symbols.keys():
            text = _bracketed(table_rows(text))
            if len(words := text.split(",")) == self.rows > 1 and "\n" not in text:  # ["#..", ".#."]
                text = "\n".join(words)
        lines = [line.strip().rstrip(",").strip("[]") for line in text.splitlines() if line.strip()]
        if not lines:
            raise Unparsable("the answer is empty")
        return tuple(spell(line, self._symbols, 1) for line in lines)

    def validate(self, answer: Any) -> tuple[Any, ...]:
        if not isinstance(answer, (tuple, list)) or not all(isinstance(row, (tuple, list, str)) for row in answer):
            raise Unparsable(f"expected a sequence of rows, got {in_short(answer)}")
        kind = str if self.alphabet else int
        if not all(isinstance(row, str) if self.alphabet else all(type(c) is kind for c in row) for row in answer):
            raise Unparsable("expected rows of characters" if self.alphabet else "expected rows of ints")
        if self.alphabet and not set("".join(answer)) <= set(self.alphabet):
            raise Unparsable(f"expected characters of {self.alphabet!r}")
        if len(answer) != self.rows or any(len(row) != self.columns for row in answer):
            raise Infeasible(
                f"expected {self.rows} rows of {self.columns} cells, got rows of {[len(row) for row in answer][:12]}"
            )
        cells = [] if self.alphabet else [cell for row in answer for cell in row]
        if any((self.low is not None and c < self.low) or (self.high is not None and c > self.high) for c in cells):
            raise Infeasible(f"expected integers{range_words(self.low, self.high)}")
        return tuple(answer) if self.alphabet else tuple(map(tuple, answer))

    def write(self, answer: Sequence[Any]) -> str:
        return "\n".join(row if self.alphabet else " ".join(map(str, row)) for row in answer)

    def phrase(self) -> str:
        if self.alphabet:
            return f"{with_noun(self.rows, 'line')} of {with_noun(self.columns, 'character')}"
        return f"{with_noun(self.rows, 'line')} of {IntegerList(self.columns, low=self.low, high=self.high).phrase()}"


def _bracketed(text: str) -> str:
    """Rows in brackets, [[1, 2], [3, 4]], as lines; any other text as it is."""
    if not (text.startswith("[") and text.endswith("]")):
        return text
    text = text[1:-1] if re.match(r"\[\s*(?:\[|\"|')", text) else text
    return re.sub(r"\]\s*,?\s*\[", "\n", text).strip().removeprefix("[").removesuffix("]")
