r"""Arithmetic expressions, read by a small grammar of our own and computed exactly."""

import operator
import re
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction as Rational
from typing import Any

from rlve.answers.base import (
    DRESS,
    SPACE,
    AnswerFormat,
    in_short,
    undress,
)
from rlve.answers.numbers import Fraction
from rlve.verdict import Infeasible, Unparsable

OPERATIONS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
_SIGNS = {
    "+": "\uff0b",
    "-": "\u2212 \u2013 \uff0d",
    "*": "\u00d7 \u00b7 \u22c5 \u2217 \uff0a \\times \\cdot \\ast \\*",
    "/": "\u00f7 \u2215 \uff0f \\div",
    "(": "\uff08",
    ")": "\uff09",
}
_PLAIN_SIGN = {dressed: plain for plain, signs in _SIGNS.items() for dressed in signs.split()}


class Expression(AnswerFormat):
    r"""Given integers >= 0, each used exactly once, joined by + - * / and parentheses; division is exact.

    No signs, powers, decimals or left-out operators. Square brackets, \frac{}{} and "= value" after it, where that is true,
    are read. The answer is its text with just the parentheses it needs; `value` computes what it amounts to.
    """

    _SIGN = re.compile("|".join(map(re.escape, _PLAIN_SIGN)))
    _SIZE = re.compile(r"\\left(?=\s*[(\[])|\\right(?=\s*[)\]])")
    _GROUP = re.compile(
        r"(?P<top>\\[cdt]?frac\s*\{)|(?P<middle>\}\s*\{)|(?P<bottom>\})|(?P<open>\()|(?P<close>\))|(?P<left>\[)|(?P<right>\])"
        r"|(?P<strange>[^-+*/0-9\s])"
    )
    _WRITTEN = {"top": "((", "middle": ")/(", "bottom": "))", "open": "(", "close": ")", "left": "(", "right": ")"}
    _DUE = {"top": "middle", "middle": "bottom", "open": "close", "left": "right"}
    _TOKEN = re.compile(r"[0-9]+|[-+*/()]")

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers = sorted(map(str, numbers))
        self.limit = sum(len(number) + 40 for number in self.numbers) + DRESS

    def read(self, text: str) -> str:
        text, equals, value = undress(undress(text).removesuffix(".")).partition("=")
        text = self._SIGN.sub(lambda sign: _PLAIN_SIGN[sign.group()], SPACE.sub(" ", text))
        text = self._grouped(self._SIZE.sub("", text))
        if equals:
            claimed = None
            with suppress(Unparsable):
                claimed = Fraction().parse(value)
            if claimed is None or claimed != self.value(self.validate(text)):
                raise Unparsable(f"expected no = sign, or the exact value after it, found {equals + value[:40]!r}")
        return text

    @classmethod
    def _grouped(cls, text: str) -> str:
        r"""Brackets as parentheses, \frac{a}{b} as ((a)/(b)); what was opened last is closed first."""
        due: list[str] = []

        def written(part: re.Match[str]) -> str:
            kind = part.lastgroup
            if kind == "strange":
                raise _strange(text[part.start() :])
            if kind in cls._DUE.values() and (not due or due.pop() != kind):
                raise Unparsable(f"{part.group()!r} closes what was not opened last")
            if kind in cls._DUE:
                due.append(cls._DUE[kind])
            return cls._WRITTEN[kind]

        text = cls._GROUP.sub(written, text)
        if due:
            raise Unparsable("the expression is not complete")
        return text

    def validate(self, answer: Any) -> str:
        if not isinstance(answer, str):
            raise Unparsable(f"expected an expression as text, got {in_short(answer)}")
        postfix = self.postfix(answer)
        if sorted(token for token in postfix if token not in OPERATIONS) != self.numbers:
            raise Infeasible(f"expected each of {' '.join(self.numbers)} once")
        try:
            self.value(answer)
        except ZeroDivisionError:
            raise Infeasible("the expression divides by 0") from None
        return self.infix(postfix)

    @classmethod
    def value(cls, answer: str) -> Rational:
        """The exact value of an expression; raises ZeroDivisionError where it divides by 0."""
        stack: list[Rational] = []
        for token in cls.postfix(answer):
            if operation := OPERATIONS.get(token):
                right, left = stack.pop(), stack.pop()
                stack.append(operation(left, right))
            else:
                stack.append(Rational(int(token)))
        return stack.pop()

    @classmethod
    def tokens(cls, text: str) -> list[str]:
        """Numbers without leading zeros, operators and parentheses."""
        if strange := re.search(r"[^-+*/()0-9\s]", text):
            raise _strange(text[strange.start() :])
        return [(token.lstrip("0") or "0") if token.isdigit() else token for token in cls._TOKEN.findall(text)]

    @classmethod
    def postfix(cls, text: str) -> list[str]:
        """Dijkstra's shunting-yard algorithm: operands as they come, each operator after its two."""
        output: list[str] = []
        waiting: list[str] = []
        operand_next = True
        for token in cls.tokens(text):
            if operand_next != (token == "(" or token.isdigit()):
                raise Unparsable(f"expected {'a number' if operand_next else 'an operator'}, found {token[:40]!r}")
            if token.isdigit():
                output.append(token)
                operand_next = False
            elif token == "(":
                waiting.append(token)
            elif token == ")":
                while waiting and waiting[-1] != "(":
                    output.append(waiting.pop())
                if not waiting:
                    raise Unparsable("a parenthesis closes that was not opened")
                waiting.pop()
            else:
                while waiting and waiting[-1] != "(" and (token in "+-" or waiting[-1] in "*/"):
                    output.append(waiting.pop())
                waiting.append(token)
                operand_next = True
        if operand_next or "(" in waiting:
            raise Unparsable("the expression is not complete")
        return output + waiting[::-1]

    @staticmethod
    def infix(postfix: Sequence[str], *, fractions: bool = False) -> str:
        r"""The text of an expression; with `fractions`, each division as \frac{}{}."""
        parts: list[tuple[str, int]] = []  # with how strongly it holds together: 0 a sum, 1 a product, 2 what has ends of its own
        for token in postfix:
            if token not in OPERATIONS:
                parts.append((token, 2))
                continue
            (right, firm), (left, firm_left) = parts.pop(), parts.pop()
            if fractions and token == "/":
                parts.append((f"\\frac{{{left}}}{{{right}}}", 2))
                continue
            strength = int(token in "*/")
            left = left if firm_left >= strength else f"({left})"
            right = right if firm > strength else f"({right})"
            parts.append((f"{left} {token} {right}", strength))
        return parts.pop()[0]

    def write(self, answer: str) -> str:
        return answer

    def phrase(self) -> str:
        return "one expression made of these numbers, + - * / and parentheses"


def _strange(text: str) -> Unparsable:
    return Unparsable(f"expected numbers, + - * / and parentheses, found {text[:40]!r}")
