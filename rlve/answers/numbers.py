r"""Single numbers: an integer, an exact fraction."""

import re
from fractions import Fraction as Rational
from typing import Any

from rlve.answers.base import (
    DIGITS,
    DRESS,
    NAME,
    THIN,
    AnswerFormat,
    in_short,
    plain_numbers,
    range_words,
    stated_range,
    strip_brackets,
    whole,
    width_of,
)
from rlve.verdict import Infeasible, Unparsable

_GROUPED = re.compile(r"[+-]?[0-9]{1,3}(?:,[0-9]{3})+(?:\.0{1,2})?")
_SIGN = r"(?:[-+*/^%\u00d7\u00f7\u00b7\u22c5]|\\times|\\cdot|\\div|\\bmod|mod)"
_NUMBER = r"[(\s]*+-?[0-9][0-9,]*+[)\s]*+"
_SIDE = re.compile(rf"\s*{NAME}\s*|{_NUMBER}(?:{_SIGN}{_NUMBER})+|\s*[A-Za-z](?:\s*{_SIGN}\s*[A-Za-z])+\s*")


class Integer(AnswerFormat):
    """One integer, from `low` to `high` (inclusive) where given.

    Also read: 5.0, [5], 9 * 5 = 45 and a * b = 45; not 2 * x = 10, which is an equation to be solved.
    """

    def __init__(self, low: int | None = None, high: int | None = None) -> None:
        self.low, self.high = low, high
        self.limit = 2 * width_of(low, high) + DRESS

    def read(self, text: str) -> int:
        text = plain_numbers(THIN.sub(",", text))
        *sides, value = text.split("=")
        value = value.strip()
        if _GROUPED.fullmatch(value):
            value = value.replace(",", "")
        number = whole(strip_brackets(value.replace("\\{", "{").replace("\\}", "}")))
        if number is None or not all(map(_SIDE.fullmatch, sides)):
            raise Unparsable(f"expected one integer, found {text[:40]!r}")
        return number

    def validate(self, answer: Any) -> int:
        if type(answer) is not int:
            raise Unparsable(f"expected an int, got {type(answer).__name__}")
        if (self.low is not None and answer < self.low) or (self.high is not None and answer > self.high):
            raise Infeasible(f"expected an integer{range_words(self.low, self.high)}, got {in_short(answer)}")
        return answer

    def write(self, answer: int) -> str:
        return str(answer)

    def phrase(self) -> str:
        return "one integer" + stated_range(self.low, self.high)


class Fraction(AnswerFormat):
    r"""An exact rational number: 3/4, \frac{3}{4}, an integer, or a finite decimal; it need not be in lowest terms."""

    _RATIO = re.compile(r"([+-]?)\s*(?:\\[cdt]?frac\s*\{\s*([+-]?[0-9]+)\s*\}\s*\{\s*([0-9]+)\s*\}|([0-9]+)\s*(?:/\s*([0-9]+))?)")
    _DECIMAL = re.compile(r"([+-]?)([0-9]*)\.([0-9]+)")

    def __init__(self, digits: int = DIGITS) -> None:
        """`digits`: the most digits that numerator or denominator has."""
        self.digits = digits
        self.limit = 4 * digits + DRESS

    def read(self, text: str) -> Rational:
        text = strip_brackets(plain_numbers(text))
        if any(len(run) > 4000 for run in re.findall("[0-9]+", text)):
            raise Unparsable(f"more than {self.digits} digits")
        if decimal := self._DECIMAL.fullmatch(text):
            sign, whole, part = decimal.groups()
            value = Rational(int(whole + part), 10 ** len(part))
        elif number := self._RATIO.fullmatch(text):
            sign, top, bottom, integer, denominator = number.groups()
            if int(bottom or denominator or 1) == 0:
                raise Unparsable("the denominator is 0")
            value = Rational(int(top or integer), int(bottom or denominator or 1))
        else:
            raise Unparsable(f"expected a fraction such as p/q, found {text[:40]!r}")
        return -value if sign == "-" else value

    def validate(self, answer: Any) -> Rational:
        if type(answer) is not int and not isinstance(answer, Rational):
            raise Unparsable(f"expected a Fraction or int, got {type(answer).__name__}")
        return Rational(answer)

    def write(self, answer: Rational) -> str:
        return str(answer)

    def phrase(self) -> str:
        return "one fraction p/q (or an integer)"
