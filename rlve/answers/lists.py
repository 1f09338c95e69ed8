"""Several integers: in order, as a permutation, as a set."""

import re
from collections.abc import Sequence
from typing import Any

from rlve.answers.base import (
    DRESS,
    EMPTY,
    SEPARATOR,
    AnswerFormat,
    in_short,
    plain_numbers,
    range_words,
    stated_range,
    strip_brackets,
    table_rows,
    whole,
    width_of,
    with_noun,
    without_dashes,
)
from rlve.verdict import Infeasible, Unparsable

_BRACKETED = re.compile(r"[(\[{]\s*+([+-]?[0-9]++)(?:\s*+,\s*+|\s++)([+-]?[0-9]++)\s*+[)\]}]")
_JOINED = re.compile(r"(?<![^\s,;])([0-9]++)(?:-{1,2}|[\u2013\u2014]|\s-{1,2}\s|\s[\u2013\u2014]\s)([0-9]++)(?![^\s,;])")


class IntegerList(AnswerFormat):
    """Integers in order: exactly `length` of them, or `min_length` to `max_length`; each from `low` to `high` where given.

    A list that may be empty is written as the word "none" when it is. With `pairs`, each two stand for one thing, such as an
    edge: (4,5) (0,1) and [[4, 5], [0, 1]] are read, and 4-5 0-1 where no integer is negative.
    """

    noun = "integer"

    def __init__(
        self,
        length: int | None = None,
        *,
        min_length: int = 1,
        max_length: int | None = None,
        low: int | None = None,
        high: int | None = None,
        pairs: bool = False,
    ) -> None:
        if (length is None) == (max_length is None):
            raise TypeError(f"{type(self).__name__} needs either length or max_length, so that the size of an answer is known")
        self.min_length = min_length if length is None else length
        self.max_length: int = max_length if length is None else length  # type: ignore[assignment]
        self.low, self.high, self.pairs = low, high, pairs
        self.limit = (width_of(low, high) + 12) * (self.max_length + 1) + DRESS

    def read(self, text: str) -> tuple[int, ...]:
        text = plain_numbers(table_rows(text)).replace("\\{", "{").replace("\\}", "}")
        if self.min_length == 0 and text.lower() in EMPTY:
            return ()
        unsigned = self.low is not None and self.low >= 0
        text = without_dashes(text) if unsigned else text
        text = _flat(text, unsigned) if self.pairs else strip_brackets(text)
        numbers = []
        for word in SEPARATOR.split(text.removesuffix(",")):
            number = whole(word)
            if number is None:
                raise Unparsable(f"expected integers separated by spaces, found {word[:40]!r}" if text else "the answer is empty")
            numbers.append(number)
        return tuple(numbers)

    def validate(self, answer: Any) -> tuple[int, ...]:
        if not isinstance(answer, (tuple, list)) or not all(type(item) is int for item in answer):
            raise Unparsable(f"expected a sequence of ints, got {in_short(answer)}")
        if not self.min_length <= len(answer) <= self.max_length:
            raise Infeasible(f"expected {self._length_words()}, got {len(answer)}")
        if answer and ((self.low is not None and min(answer) < self.low) or (self.high is not None and max(answer) > self.high)):
            raise Infeasible(f"expected integers{range_words(self.low, self.high)}")
        return tuple(answer)

    def write(self, answer: Sequence[int]) -> str:
        return " ".join(map(str, answer)) if answer else "none"

    def _length_words(self) -> str:
        if self.min_length == self.max_length:
            return with_noun(self.max_length, self.noun)
        if self.min_length <= 1:
            return (
                f"at most {with_noun(self.max_length, self.noun)}"
                if self.min_length == 0
                else f"1 to {self.max_length} {self.noun}s"
            )
        return f"{self.min_length} to {self.max_length} {self.noun}s"

    def phrase(self) -> str:
        words = with_noun(self.max_length, self.noun) if self.min_length == self.max_length else f"{self.noun}s"
        within = stated_range(self.low, self.high)
        apart = f"{',' if within else ''} separated by spaces" if self.max_length > 1 else ""
        return words + within + apart + (", or none," if self.min_length == 0 else "")


def _flat(text: str, unsigned: bool) -> str:
    """Pairs that are all written in one way, as one list; any other text without its brackets."""
    for brackets in (text, strip_brackets(text)):
        for pair in (_BRACKETED, _JOINED)[: 1 + unsigned]:
            rest = pair.sub(" ", brackets)
            if rest != brackets and not rest.strip(" \t\n,;"):
                return pair.sub(r"\1 \2", brackets)
    return strip_brackets(text)


class Permutation(IntegerList):
    """Each of the n numbers `base` .. `base` + n - 1 exactly once, in order."""

    def __init__(self, n: int, base: int = 0) -> None:
        super().__init__(n, low=base, high=base + n - 1)

    def validate(self, answer: Any) -> tuple[int, ...]:
        answer = super().validate(answer)
        if len(set(answer)) != len(answer):
            raise Infeasible(f"expected each of {self.low} to {self.high} once")
        return answer

    def phrase(self) -> str:
        return f"the integers {self.low} to {self.high}, each once, in order, separated by spaces"


class IntegerSet(IntegerList):
    """Different integers in any order; the canonical order is ascending."""

    noun = "different integer"

    def validate(self, answer: Any) -> tuple[int, ...]:
        answer = super().validate(answer)
        if len(set(answer)) != len(answer):
            raise Infeasible("expected different integers, got one twice")
        return tuple(sorted(answer))
