"""Settings: one frozen dataclass is the only place where a setting stands with its default, its help text and its check.

A field is made by `setting`. From the fields come the options of the command line (`rlve.cli.options`), the keyword arguments
of a function (`signature`), the record in config.json (`as_dict`, `from_dict`), what a resumed run may change (`may_change`)
and the tables of the documents (scripts/update_tables.py).
"""

import dataclasses
import difflib
import inspect
import json
import math
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, ClassVar, Self

from rlve.errors import RequestError


class Kind:
    """What values a setting takes. `check` gives back the value or raises ValueError; `parse` reads it from a text."""

    metavar = "TEXT"
    expected = "a text"

    def check(self, value: Any) -> Any:
        """The value in its canonical form; ValueError where it is none. A Path is taken as its text."""
        text = os.fspath(value) if isinstance(value, os.PathLike) else value
        if not isinstance(text, str):
            raise ValueError
        return text

    def parse(self, text: str) -> Any:
        """The value that stands in a text."""
        return self.check(text)


class Place(Kind):
    """The path of a folder or a file."""

    metavar, expected = "PATH", "a path"

    def check(self, value: Any) -> str:
        text = super().check(value)
        if not text.strip() or "\0" in text:
            raise ValueError
        return text


class Flag(Kind):
    """True or False."""

    metavar, expected = "", "True or False"

    def check(self, value: Any) -> bool:
        if type(value) is not bool:
            raise ValueError
        return value


class Whole(Kind):
    """An integer, at least `least`."""

    metavar = "N"

    def __init__(self, least: int = 1, most: int | None = None) -> None:
        self.least, self.most = least, most
        self.expected = f"an integer >= {least}" if most is None else f"an integer from {least} to {most}"

    def check(self, value: Any) -> int:
        if type(value) is not int or value < self.least or (self.most is not None and value > self.most):
            raise ValueError
        return value

    def parse(self, text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,30}", text):
            raise ValueError
        return self.check(int(text))


class Number(Kind):
    """A finite number from `low` to `high`; `above` leaves `low` itself out, `below` leaves `high` out."""

    metavar = "X"

    def __init__(self, low: float = 0.0, high: float = math.inf, *, above: bool = False, below: bool = False) -> None:
        self.low, self.high, self.above, self.below = low, high, above, below
        least = f"above {low:g}" if above else f"of at least {low:g}"
        most = "" if high == math.inf else f" and {'below' if below else 'at most'} {high:g}"
        self.expected = f"a number {least}{most}"

    def check(self, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise ValueError
        if value < self.low or value > self.high or (self.above and value == self.low) or (self.below and value == self.high):
            raise ValueError
        return value

    def parse(self, text: str) -> float:
        return self.check(float(text))


class Word(Kind):
    """One of a few words."""

    def __init__(self, *words: str) -> None:
        self.words = words
        self.metavar = f"[{'|'.join(words)}]"
        self.expected = f"one of {', '.join(words)}"

    def check(self, value: Any) -> str:
        if value not in self.words:
            raise ValueError
        return value


class Words(Kind):
    """Several texts, given one by one or joined by commas."""

    metavar, expected = "NAMES", "texts"

    def check(self, value: Any) -> tuple[str, ...]:
        parts = split_names(value) if isinstance(value, str) else value
        if not isinstance(parts, (list, tuple)) or not all(isinstance(part, str) for part in parts):
            raise ValueError
        return tuple(part.strip() for part in parts if part.strip())


def split_names(text: str) -> list[str]:
    """The names that a text joins with commas; the path of a file that exists is one name, commas and all."""
    # os.path.isfile, for Path.is_file raises where many names together are longer than a path may be
    if "," in text and os.path.isfile(without_class(text)):
        return [text]
    return [part.strip() for part in text.split(",") if part.strip()]


def without_class(text: str) -> str:
    """The path of a file from FILE.py:Class, whose folders may hold colons too; any other text as it is."""
    return re.sub(r"(?<=\.py):\w*\Z", "", text)


class Levels(Kind):
    """A lowest and a highest level: two integers, or LOW-HIGH."""

    metavar, expected = "LOW-HIGH", "LOW-HIGH, such as 0-20"

    def check(self, value: Any) -> tuple[int, int]:
        if isinstance(value, str):
            return self.parse(value)
        if not isinstance(value, (list, tuple)) or [type(level) for level in value] != [int, int] or value[0] < 0:
            raise ValueError
        if value[0] > value[1]:
            raise ValueError("low should not exceed high")
        return value[0], value[1]

    def parse(self, text: str) -> tuple[int, int]:
        low, _, high = text.partition("-")
        if not re.fullmatch(r"[0-9]{1,9}", low) or not re.fullmatch(r"[0-9]{1,9}", high):
            raise ValueError
        return self.check((int(low), int(high)))


class Seconds(Kind):
    """A time: seconds, or words such as 90s, 50m, 1h30m."""

    metavar, expected = "TIME", "a time such as 90s, 50m or 1h30m"
    units: ClassVar[Mapping[str, int]] = {"s": 1, "m": 60, "h": 3600}

    def check(self, value: Any) -> float:
        return self.parse(value) if isinstance(value, str) else Number().check(value)

    def parse(self, text: str) -> float:
        parts = re.findall(r"([0-9]+(?:\.[0-9]+)?)([smh])", text)
        if not parts or "".join(number + unit for number, unit in parts) != text:
            raise ValueError
        return Number().check(sum(float(number) * self.units[unit] for number, unit in parts))


class JsonObject(Kind):
    """Names with values, as a mapping or as a JSON object."""

    metavar, expected = "JSON", 'a JSON object, such as {"enable_thinking": false}'

    def check(self, value: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
            raise ValueError
        return dict(value)

    def parse(self, text: str) -> dict[str, Any]:
        return self.check(json.loads(text))


class TextOrFile(Kind):
    """A text; on the command line @FILE reads it from a file."""

    def parse(self, text: str) -> str:
        if not text.startswith("@"):
            return text
        try:
            return Path(text[1:]).read_text("utf-8-sig").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"{text[1:]} cannot be read: {getattr(error, 'strerror', None) or error}") from None


def setting(
    default: Any,
    kind: Kind,
    help: str,
    *,
    unset: str = "",
    may_change: bool = False,
    option: str | None = "",
    short: str = "",
) -> Any:
    """A field of a `Settings` class.

    help: one sentence, for the command line and the documentation. unset: what None, the default, stands for. may_change:
    whether a resumed run may have another value. option: its name on the command line, by default that of the field; None: it has
    none there. short: a second one.
    """
    metadata = {"kind": kind, "help": help, "unset": unset, "may_change": may_change, "option": option, "short": short}
    if isinstance(default, (dict, list)):
        return field(default_factory=lambda: type(default)(default), metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Settings:
    """Base of the settings classes: every value is checked when one is made. None is taken where it is the default."""

    renamed: ClassVar[Mapping[str, str]] = {}
    """Names of older versions -> today's."""

    def __post_init__(self) -> None:
        for item in fields(self):
            value = getattr(self, item.name)
            if value is None and item.default is None:
                continue
            object.__setattr__(self, item.name, check_value(item.name, item.metadata["kind"], value))

    @classmethod
    def names(cls) -> list[str]:
        """The names of all settings, in order."""
        return [item.name for item in fields(cls)]

    @classmethod
    def check_names(cls, given: Iterable[str], others: Iterable[str] = (), what: str = "") -> None:
        """ValueError for a name that is neither a setting nor one of `others`; an old one gets the new name."""
        known = {*cls.names(), *others}
        for name in given:
            if name in known:
                continue
            if name in cls.renamed:
                raise RequestError(f"{name} is now called {cls.renamed[name]}")
            close = difflib.get_close_matches(name, known, 2)
            hint = f"; perhaps {', '.join(close)}?" if close else f": there are {', '.join(cls.names())}"
            raise RequestError(f"unknown setting {name}{what}{hint}")

    def as_dict(self) -> dict[str, Any]:
        """The settings as JSON-ready data."""
        return json.loads(json.dumps(dataclasses.asdict(self)))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The settings that `as_dict` wrote; ValueError names what does not belong there or is no value."""
        cls.check_names(data)
        return cls(**data)

    def changes(self, other: Self) -> dict[str, tuple[Any, Any]]:
        """What a resumed run may not change and yet differs: name -> (here, there)."""
        before, after = self.as_dict(), other.as_dict()
        fixed = [item.name for item in fields(self) if not item.metadata["may_change"]]
        return {name: (before[name], after[name]) for name in fixed if before[name] != after[name]}


def check_value(name: str, kind: Kind, value: Any) -> Any:
    """The value in its canonical form; ValueError says what was expected."""
    try:
        return kind.check(value)
    except (ValueError, TypeError, OverflowError) as error:
        why = f" ({error})" if str(error) and not isinstance(error, TypeError) else ""
        shown = repr(value)
        raise RequestError(
            f"{name} should be {kind.expected}, got {shown if len(shown) < 60 else shown[:57] + '...'}{why}"
        ) from None


def signature(function: Callable[..., Any], settings: type[Settings]) -> inspect.Signature:
    """The signature of a function that takes settings as **keyword arguments, with each of them written out."""
    plain = inspect.signature(function)
    own = [one for one in plain.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
    rest = [one for one in plain.parameters.values() if one.kind is inspect.Parameter.VAR_KEYWORD]
    taken = {one.name for one in own}
    theirs = [
        inspect.Parameter(item.name, inspect.Parameter.KEYWORD_ONLY, default=item.default)
        for item in fields(settings)
        if item.name not in taken
    ]
    return plain.replace(parameters=[*own, *theirs, *rest])
