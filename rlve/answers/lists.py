"""Several integers: in order, as a permutation, as a set."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from rlve.answers.base import (
    DIGITS,
    DRESS,
    INTEGER,
    SEPARATOR,
    AnswerFormat,
    in_short,
    plain_numbers,
    range_words,
    strip_brackets,
    width_of,
    with_noun,
)
from rlve.verdict import Infeasible, Unparsable


class IntegerList(AnswerFormat):
    """Integers in order: exactly `length` of them, or `min_length` to `max_length`; each from `low` to `high` where given.

    A list that may be empty is written as the word "none" when it is.
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
    ) -> None:
        if (length is None) == (max_length is None):
            raise TypeError(f"{type(self).__name__} needs either length or max_length, so that the size of an answer is known")
        self.min_length = min_length if length is None else length
        self.max_length: int = max_length if length is None else length  # type: ignore[assignment]
        self.low, self.high = low, high
        self.limit = (width_of(low, high) + 12) * (self.max_length + 1) + DRESS

    def read(self, text: str) -> tuple[int, ...]:
        text = strip_brackets(plain_numbers(text).replace("\\{", "{").replace("\\}", "}"))
        if self.min_length == 0 and text.lower() in ("", "none", "empty"):
            return ()
        words = SEPARATOR.split(text.removesuffix(","))
        for word in words:
            if not INTEGER.fullmatch(word):
                raise Unparsable(f"expected integers separated by spaces, found {word[:40]!r}" if text else "the answer is empty")
            if len(word) > 4000:
                raise Unparsable(f"an integer of {len(word)} digits: expected at most {DIGITS}")
        return tuple(map(int, words))

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
        return words + (" separated by spaces" if self.max_length > 1 else "") + (", or none," if self.min_length == 0 else "")

    def near_misses(self, answer: Sequence[int], rng: Random) -> Iterator[tuple[int, ...]]:
        answer = tuple(answer)
        for step in (1, -1, 2):
            if answer:
                i = rng.randrange(len(answer))
                yield (*answer[:i], answer[i] + step, *answer[i + 1 :])
        if len(answer) > 1:
            i = rng.randrange(len(answer) - 1)
            yield (*answer[:i], answer[i + 1], answer[i], *answer[i + 2 :])
            yield answer[::-1]
            yield answer[1:] + answer[:1]
        yield answer[:-1]
        yield (*answer, answer[-1] if answer else 0)

    def constants(self) -> Mapping[str, tuple[int, ...]]:
        lengths = {self.min_length, self.max_length} - {0}
        low = 0 if self.low is None else self.low
        chosen = {"none": ()} if self.min_length == 0 else {}
        for n in lengths:
            values = {0, 1, *(value for value in (self.low, self.high) if value is not None)}
            chosen |= {f"all {value}, {n}": (value,) * n for value in values}
            chosen |= {f"{start} up, {n}": tuple(range(start, start + n)) for start in {0, 1, low}}
            chosen |= {f"{start} down, {n}": tuple(range(start, start + n))[::-1] for start in {0, 1, low}}
            chosen[f"alternating, {n}"] = tuple(low + i % 2 for i in range(n))
            chosen[f"alternating from high, {n}"] = tuple(low + 1 - i % 2 for i in range(n))
        return chosen

    def dresses(self, answer: Sequence[int]) -> Iterator[str]:
        yield from super().dresses(answer)
        words = [str(item) for item in answer]
        if words:
            commas = ", ".join(words)
            yield from (
                f"[{commas}]",
                f"({commas})",
                f"\\{{{commas}\\}}",
                commas,
                f"{commas}.",
                ",".join(words),
                "\n".join(words),
            )
            yield from (" ".join(words) + ".", ",\\, ".join(words), "; ".join(words), " -> ".join(words), " \\to ".join(words))
            yield from (
                f"$[{commas}]$",
                f"**[{commas}]**",
                ", ".join(f"${word}$" for word in words),
                " ".join(words).replace("-", "\u2212"),
            )


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

    def near_misses(self, answer: Sequence[int], rng: Random) -> Iterator[tuple[int, ...]]:
        outside = sorted(set(range(min(answer, default=0) - 2, max(answer, default=0) + 3)) - set(answer))
        for item in outside[:2] + outside[-2:]:
            yield (*answer, item)
            if answer:
                i = rng.randrange(len(answer))
                yield (*answer[:i], item, *answer[i + 1 :])
        for i in range(min(3, len(answer))):
            yield (*answer[:i], *answer[i + 1 :])
