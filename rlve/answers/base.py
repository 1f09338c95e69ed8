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
EMPTY = frozenset(("none", "empty", "[]", "()", "{}", "\u2205", "\\emptyset", "\\varnothing", '""', "''"))  # an empty answer
_HIDDEN = "\u200b-\u200f\u2060\u2066-\u2069\ufeff\u061c"  # blanks without width, byte order and direction marks
_INVISIBLE = re.compile(rf"(?<![{_HIDDEN}])(?:(?<![0-9])[{_HIDDEN}]++|[{_HIDDEN}]++(?![0-9]))")  # not between two digits
_FENCE = re.compile(r"```[\w-]*[ \t]*\n(.*?)\n?```", re.DOTALL)
_WORDS = r"(?:the\s+)?(?:final\s+)?answer(?:\s+is)?\s*"
_LEAD = re.compile(rf"\*\*{_WORDS}[:=]?\s*\*\*\s*[:=]?\s*|{_WORDS}[:=]\s*|{_WORDS}(?<=\s)", re.IGNORECASE)
NAME = (
    r"(?:[A-Za-z]|ans|answer|result|solution|value|total|sum|product|count|number|output)"
    r"(?:_?[0-9]+|_[A-Za-z]|_\{[A-Za-z0-9]++\}|\([A-Za-z0-9, ]*+\))?"
)
_NAMED = re.compile(rf"(?:{NAME}\s*)?=\s*(?!=)", re.IGNORECASE)
_BULLET = re.compile(r"^[ \t]*+[*\u2022\u2023\u25cf\u25aa\u25e6][ \t]++", re.MULTILINE)
_DASH = re.compile(r"^[ \t]*+-[ \t]++", re.MULTILINE)
_MATRIX = re.compile(
    r"(?:\\left\s*[\[(|.])?\s*\\begin\{([bpvB]?matrix|smallmatrix|array)\}(?:\{[clr| ]*+\})?"
    r"(.*?)\\end\{\1\}\s*(?:\\right\s*[\])|.])?",
    re.DOTALL,
)
_NEW_ROW = re.compile(r"\\\\(?:\[[0-9.]++(?:pt|ex|em|mm)\])?|\\hline\b")
_RULE = re.compile(r"\|(?:\s*+:?-++:?\s*+\|)+")
_CELLS = re.compile(r"\|(?:[^|\n-]++\|)++|\|(?:[ \t][^|\n]*+(?<=[ \t])\|)++")  # |-1| could be the size of -1
COMMAND = re.compile(r"\\(?:text|mathrm|mathbf|mathit|textbf|texttt|mathtt|boxed|displaystyle)\s*\{([^{}]*)\}")
_PAIRS = (
    *(("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]"), ("**", "**"), ("*", "*"), ("__", "__"), ("_", "_")),
    *(("`", "`"), ('"', '"'), ("'", "'"), ("\u201c", "\u201d"), ("<answer>", "</answer>")),
)
_INNER = re.compile(r"(?<![\w*$`])(\*\*|\*|\$|`)(?!\s)([^*$`\n]++)(?<!\s)\1(?![\w*$`])")
SPACE = re.compile(r"\\[,;:! ]|\\quad|[~\u00a0\u2009\u202f]")
THIN = re.compile(r"(?<=[0-9])(?:\\,|\u2009|\u202f)(?=[0-9]{3})")
SEPARATOR = re.compile(r"\s*(?:,\s*and\b|[,;\uff0c\u3001\uff1b]|->|→|\\to\b|\\rightarrow\b|\band\b)\s*|\s+")
INTEGER = re.compile(r"([+-]?[0-9]+)(?:\.0{1,2})?")  # 5.000 may be five thousand


def undress(text: str, enough: Callable[[str], bool] = lambda text: False) -> str:
    """Take off what people put around an answer: fences, $, **, backticks, \\text{}, "Answer:", x =; stop once it is enough."""
    for _ in range(8):
        before, text = text, text.strip()
        if enough(text) or text in EMPTY:
            break
        if (fence := _FENCE.fullmatch(text)) or (fence := COMMAND.fullmatch(text)):
            text = fence.group(1)
        elif lead := _LEAD.match(text):
            text = text[lead.end() :]
        elif (name := _NAMED.match(text)) and "=" not in text[name.end() :] and not enough(name.group().rstrip("= ")):
            text = text[name.end() :]
        elif every_line(_BULLET, text):
            text = _BULLET.sub("", text)
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


def whole(word: str) -> int | None:
    """The integer that a word is, also as 5.0; None where it is none."""
    number = INTEGER.fullmatch(word)
    if number and len(word) > 4000:
        raise Unparsable(f"an integer of {len(word)} digits: expected at most {DIGITS}")
    return int(number.group(1)) if number else None


def every_line(pattern: re.Pattern[str], text: str) -> int:
    """How many lines a text has, blank ones aside, where each begins with the pattern; else 0."""
    lines = [line for line in text.splitlines() if line.strip()]
    return len(lines) if all(map(pattern.match, lines)) else 0


def without_dashes(text: str) -> str:
    """Several lines without the dash that begins each: for what holds no negative number."""
    return _DASH.sub("", text) if every_line(_DASH, text) > 1 else text


def table_rows(text: str) -> str:
    r"""A LaTeX matrix, "1 & 2 \\ 3 & 4" or a table "| 1 | 2 |" as lines with commas; any other text as it is."""
    if matrix := _MATRIX.fullmatch(undress(text)):
        text = matrix.group(2)
    if "&" in text or "\\\\" in text or matrix:
        return _NEW_ROW.sub("\n", text).replace("&", ",").strip()
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    lines = [line for line in lines if not _RULE.fullmatch(line)]
    cells = sum(line.count("|") - 1 for line in lines)
    if cells < 2 or not all(map(_CELLS.fullmatch, lines)):  # |5| is the size of 5
        return text
    return "\n".join(line.strip("|").replace("|", ",") for line in lines)


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
        text = _INVISIBLE.sub("", text)
        if not text.strip():
            raise Unparsable("the answer is empty")
        return self.validate(self.read(text))

    def read(self, text: str) -> Any:
        """Turn text, which is not blank, into a value, or raise Unparsable."""
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


def stated_range(low: int | None, high: int | None) -> str:
    """The words on the range in a sentence on the form: a range that is open on a side is the statement's to tell."""
    return "" if low is None or high is None else range_words(low, high)


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
