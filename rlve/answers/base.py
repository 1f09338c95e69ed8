r"""How answers are written: each format reads an answer in common dress, checks it, and writes it canonically.

A format knows the right length, range and alphabet. It turns text into a value (`parse`), says what is wrong with it
(`Unparsable`: cannot be read; `Infeasible`: wrong count, shape or range), and words one instruction (`phrase`). Digits are
ASCII; what is ambiguous is unparsable; text longer than `limit` characters is not read at all. What the quality gate tries
on a format stands in rlve/authoring: near_misses.py and dresses.py.
"""

import re
from collections.abc import Callable
from typing import Any

from rlve.verdict import Unparsable

DIGITS = 1000  # of an integer whose range is not given
DRESS = 200  # characters of dress around an answer that are read
_FENCE = re.compile(r"```[\w-]*[ \t]*\n(.*?)\n?```", re.DOTALL)
_WORDS = r"(?:the\s+)?(?:final\s+)?answer(?:\s+is)?\s*"
_LEAD = re.compile(rf"\*\*{_WORDS}[:=]?\s*\*\*\s*[:=]?\s*|{_WORDS}[:=]\s*|{_WORDS}(?<=\s)", re.IGNORECASE)
COMMAND = re.compile(r"\\(?:text|mathrm|mathbf|mathit|textbf|texttt|mathtt|boxed|displaystyle)\s*\{([^{}]*)\}")
_PAIRS = (("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]"), ("**", "**"), ("`", "`"), ("<answer>", "</answer>"))
_INNER = re.compile(r"(?<![\w*$`])(\*\*|\$|`)([^*$`\n]*+)\1(?![\w*$`])")
SPACE = re.compile(r"\\[,;:! ]|\\quad|[~\u00a0\u2009\u202f]")
THIN = re.compile(r"(?<=[0-9])(?:\\,|\u2009|\u202f)(?=[0-9]{3})")
SEPARATOR = re.compile(r"\s*(?:,|;|->|→|\\to\b|\\rightarrow\b)\s*|\s+")
INTEGER = re.compile(r"[+-]?[0-9]+")


def undress(text: str, enough: Callable[[str], bool] = lambda text: False) -> str:
    """Take off what people put around an answer: fences, $, **, backticks, \\text{}, "Answer:"; stop once it is enough."""
    for _ in range(8):
        before, text = text, text.strip()
        if enough(text):
            break
        if (fence := _FENCE.fullmatch(text)) or (fence := COMMAND.fullmatch(text)):
            text = fence.group(1)
        elif lead := _LEAD.match(text):
            text = text[lead.end() :]
        else:
            for left, right in _PAIRS:
                if len(text) >= len(left + right) and text.startswith(left) and text.endswith(right):
                    inner = text[len(left) : -len(right)]
                    if left != right or left not in inner:  # $1$, $2$ are two dressed numbers, not one
                        text = inner
                        break
        if text == before:
            break
    return text


def plain_numbers(text: str) -> str:
    """Numbers as they are meant: ASCII minus, LaTeX spaces as spaces, no dress around single ones, no closing period."""
    text = undress(undress(text).removesuffix("."))
    text = SPACE.sub(" ", text.replace("\u2212", "-").replace("{,}", ","))
    if "\\" in text:
        text = undress(COMMAND.sub(r" \1 ", text))
    return _INNER.sub(r" \2 ", text).strip()


class AnswerFormat:
    """Base of the formats. A subclass gives `read`, `validate`, `write`, `phrase`, `limit`; one's own also `near_misses`.

    The last, near_misses(answer, rng), yields wrong answers of the right kind for the quality gate.
    """

    limit: int
    """The longest text that is read, in characters."""

    def parse(self, text: str) -> Any:
        """Return the answer written in `text`; raise Unparsable or Infeasible."""
        if len(text) > self.limit:
            raise Unparsable(f"the answer has {len(text)} characters: expected at most {self.limit}")
        return self.validate(self.read(text))

    def read(self, text: str) -> Any:
        """Turn text into a value, or raise Unparsable."""
        raise NotImplementedError

    def validate(self, answer: Any) -> Any:
        """Return the value in canonical shape; raise Infeasible for a wrong count or range, Unparsable for a wrong type."""
        raise NotImplementedError

    def write(self, answer: Any) -> str:
        """The canonical text of an answer."""
        raise NotImplementedError

    def phrase(self) -> str:
        """What to write, to follow the words "Answer with"."""
        raise NotImplementedError


def range_words(low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f" from {low} to {high}"
    return f" of at least {low}" if low is not None else f" of at most {high}" if high is not None else ""


def width_of(low: int | None, high: int | None) -> int:
    return DIGITS if low is None or high is None else max(len(str(low)), len(str(high)))


def with_noun(number: int, noun: str) -> str:
    return f"{'one' if number == 1 else number} {noun}{'' if number == 1 else 's'}"


def in_short(value: object) -> str:
    text = repr(value) if not isinstance(value, int) or value.bit_length() < 4000 else f"an integer of {value.bit_length()} bits"
    return text if len(text) <= 60 else text[:57] + "..."


def strip_brackets(text: str) -> str:
    text = text.removeprefix("\\left").removesuffix("\\right") if "\\left" in text else text
    text = text.replace("\\right", "", 1) if "\\right" in text and "\\rightarrow" not in text else text
    return text[1:-1].strip() if len(text) > 1 and text[0] + text[-1] in ("[]", "()", "{}") else text.strip()
