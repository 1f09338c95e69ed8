r"""How answers are written: each format reads an answer in common dress, checks it, and writes it canonically.

A format knows the right length, range and alphabet. It turns text into a value (`parse`), says what is wrong with it
(`Unparsable`: cannot be read; `Infeasible`: wrong count, shape or range), words one instruction (`phrase`), and makes
right-sized wrong answers for the quality gate (`near_misses`, `constants`). Digits are ASCII; what is ambiguous is
unparsable; text longer than `limit` characters is not read at all.
"""

import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction as Rational
from random import Random
from typing import Any

from rlve.verdict import Infeasible, Unparsable

DIGITS = 1000  # of an integer whose range is not given
_DRESS = 200  # characters of dress around an answer that are read

_FENCE = re.compile(r"```[\w-]*[ \t]*\n(.*?)\n?```", re.DOTALL)
_WORDS = r"(?:the\s+)?(?:final\s+)?answer(?:\s+is)?\s*"
_LEAD = re.compile(rf"\*\*{_WORDS}[:=]?\s*\*\*\s*[:=]?\s*|{_WORDS}[:=]\s*|{_WORDS}(?<=\s)", re.IGNORECASE)
_COMMAND = re.compile(r"\\(?:text|mathrm|mathbf|mathit|textbf|texttt|mathtt|boxed|displaystyle)\s*\{([^{}]*)\}")
_PAIRS = (("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]"), ("**", "**"), ("`", "`"), ("<answer>", "</answer>"))
_INNER = re.compile(r"(?<![\w*$`])(\*\*|\$|`)([^*$`\n]*+)\1(?![\w*$`])")
_SPACE = re.compile(r"\\[,;:! ]|\\quad|[~\u00a0\u2009\u202f]")
_THIN = re.compile(r"(?<=[0-9])(?:\\,|\u2009|\u202f)(?=[0-9]{3})")
_SEPARATOR = re.compile(r"\s*(?:,|;|->|→|\\to\b|\\rightarrow\b)\s*|\s+")
_INTEGER = re.compile(r"[+-]?[0-9]+")
_GROUPED = re.compile(r"[+-]?[0-9]{1,3}(?:,[0-9]{3})+")
_OPERATIONS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
_SIGNS = {
    "+": "\uff0b",
    "-": "\u2212 \u2013 \uff0d",
    "*": "\u00d7 \u00b7 \u22c5 \u2217 \uff0a \\times \\cdot \\ast \\*",
    "/": "\u00f7 \u2215 \uff0f \\div",
    "(": "\uff08",
    ")": "\uff09",
}
_PLAIN_SIGN = {dressed: plain for plain, signs in _SIGNS.items() for dressed in signs.split()}


def undress(text: str, enough: Callable[[str], bool] = lambda text: False) -> str:
    """Take off what people put around an answer: fences, $, **, backticks, \\text{}, "Answer:"; stop once it is enough."""
    for _ in range(8):
        before, text = text, text.strip()
        if enough(text):
            break
        if (fence := _FENCE.fullmatch(text)) or (fence := _COMMAND.fullmatch(text)):
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


def _plain_numbers(text: str) -> str:
    """Numbers as they are meant: ASCII minus, LaTeX spaces as spaces, no dress around single ones, no closing period."""
    text = undress(undress(text).removesuffix("."))
    text = _SPACE.sub(" ", text.replace("\u2212", "-").replace("{,}", ","))
    if "\\" in text:
        text = undress(_COMMAND.sub(r" \1 ", text))
    return _INNER.sub(r" \2 ", text).strip()


class AnswerFormat:
    """Base of the formats. A subclass gives `read`, `validate`, `write`, `phrase`, `near_misses` and `limit`."""

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

    def near_misses(self, answer: Any, rng: Random) -> Iterator[Any]:
        """Answers of the right kind that differ from `answer` a little."""
        raise NotImplementedError

    def constants(self) -> Mapping[str, Any]:
        """Answers that need no thought, by the name of the rule that makes them."""
        return {}

    def dresses(self, answer: Any) -> Iterator[str]:
        """The same answer as people write it."""
        text = self.write(answer)
        yield from (text, f"  {text}\n", f"${text}$", f"$${text}$$", f"**{text}**", f"`{text}`", f"\\text{{{text}}}")
        yield from (f"```\n{text}\n```", f"```text\n{text}\n```", f"Answer: {text}", f"**Answer:** {text}")


def _range_words(low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f" from {low} to {high}"
    return f" of at least {low}" if low is not None else f" of at most {high}" if high is not None else ""


def _width(low: int | None, high: int | None) -> int:
    return DIGITS if low is None or high is None else max(len(str(low)), len(str(high)))


def _count(number: int, noun: str) -> str:
    return f"{'one' if number == 1 else number} {noun}{'' if number == 1 else 's'}"


class Integer(AnswerFormat):
    """One integer, from `low` to `high` (inclusive) where given."""

    def __init__(self, low: int | None = None, high: int | None = None) -> None:
        self.low, self.high = low, high
        self.limit = 2 * _width(low, high) + _DRESS

    def read(self, text: str) -> int:
        text = _plain_numbers(_THIN.sub(",", text))
        if not _INTEGER.fullmatch(text):
            if not _GROUPED.fullmatch(text):
                raise Unparsable(f"expected one integer, found {text[:40]!r}")
            text = text.replace(",", "")
        if len(text) > 4000:
            raise Unparsable(f"an integer of {len(text)} digits: expected at most {DIGITS}")
        return int(text)

    def validate(self, answer: Any) -> int:
        if type(answer) is not int:
            raise Unparsable(f"expected an int, got {type(answer).__name__}")
        if (self.low is not None and answer < self.low) or (self.high is not None and answer > self.high):
            raise Infeasible(f"expected an integer{_range_words(self.low, self.high)}, got {_short(answer)}")
        return answer

    def write(self, answer: int) -> str:
        return str(answer)

    def phrase(self) -> str:
        return "one integer" + (_range_words(self.low, self.high) if self.low is not None and self.high is not None else "")

    def near_misses(self, answer: int, rng: Random) -> Iterator[int]:
        yield from (answer + 1, answer - 1, answer + 10, answer - 10, 2 * answer, -answer, answer + rng.randint(2, 9))
        yield from (answer + 10 ** (len(str(abs(answer))) // 2), answer // 2, int(str(abs(answer))[::-1]))

    def constants(self) -> Mapping[str, int]:
        chosen = {"low": self.low, "high": self.high, "zero": 0, "one": 1, "two": 2}
        return {name: value for name, value in chosen.items() if value is not None}

    def dresses(self, answer: int) -> Iterator[str]:
        yield from super().dresses(answer)
        text = str(answer)
        yield from (f"{text}.", f"{answer:,}", f"\\text{{Answer: }}{text}", f"$\\boxed{{{text}}}$", f"**{text}.**")
        yield f"{answer:,}".replace(",", "\\,")
        yield f"+{text}" if answer >= 0 else text.replace("-", "\u2212")


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
        self.limit = (_width(low, high) + 12) * (self.max_length + 1) + _DRESS

    def read(self, text: str) -> tuple[int, ...]:
        text = _strip_brackets(_plain_numbers(text).replace("\\{", "{").replace("\\}", "}"))
        if self.min_length == 0 and text.lower() in ("", "none", "empty"):
            return ()
        words = _SEPARATOR.split(text.removesuffix(","))
        for word in words:
            if not _INTEGER.fullmatch(word):
                raise Unparsable(f"expected integers separated by spaces, found {word[:40]!r}" if text else "the answer is empty")
            if len(word) > 4000:
                raise Unparsable(f"an integer of {len(word)} digits: expected at most {DIGITS}")
        return tuple(map(int, words))

    def validate(self, answer: Any) -> tuple[int, ...]:
        if not isinstance(answer, (tuple, list)) or not all(type(item) is int for item in answer):
            raise Unparsable(f"expected a sequence of ints, got {_short(answer)}")
        if not self.min_length <= len(answer) <= self.max_length:
            raise Infeasible(f"expected {self._length_words()}, got {len(answer)}")
        if answer and ((self.low is not None and min(answer) < self.low) or (self.high is not None and max(answer) > self.high)):
            raise Infeasible(f"expected integers{_range_words(self.low, self.high)}")
        return tuple(answer)

    def write(self, answer: Sequence[int]) -> str:
        return " ".join(map(str, answer)) if answer else "none"

    def _length_words(self) -> str:
        if self.min_length == self.max_length:
            return _count(self.max_length, self.noun)
        if self.min_length <= 1:
            return (
                f"at most {_count(self.max_length, self.noun)}"
                if self.min_length == 0
                else f"1 to {self.max_length} {self.noun}s"
            )
        return f"{self.min_length} to {self.max_length} {self.noun}s"

    def phrase(self) -> str:
        words = _count(self.max_length, self.noun) if self.min_length == self.max_length else f"{self.noun}s"
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


class Fraction(AnswerFormat):
    r"""An exact rational number: 3/4, \frac{3}{4}, an integer, or a finite decimal; it need not be in lowest terms."""

    _RATIO = re.compile(r"([+-]?)\s*(?:\\[cdt]?frac\s*\{\s*([+-]?[0-9]+)\s*\}\s*\{\s*([0-9]+)\s*\}|([0-9]+)\s*(?:/\s*([0-9]+))?)")
    _DECIMAL = re.compile(r"([+-]?)([0-9]*)\.([0-9]+)")

    def __init__(self, digits: int = DIGITS) -> None:
        """`digits`: the most digits that numerator or denominator has."""
        self.digits = digits
        self.limit = 4 * digits + _DRESS

    def read(self, text: str) -> Rational:
        text = _plain_numbers(text)
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

    def near_misses(self, answer: Rational, rng: Random) -> Iterator[Rational]:
        p, q = answer.numerator, answer.denominator
        yield from (Rational(p + 1, q), Rational(p - 1, q), Rational(p, q + 1), -answer, 1 - answer, answer + 1)
        if p:
            yield Rational(q, p)

    def constants(self) -> Mapping[str, Rational]:
        return {str(value): value for value in (Rational(0), Rational(1), Rational(1, 2), Rational(1, 3), Rational(2, 3))}

    def dresses(self, answer: Rational) -> Iterator[str]:
        yield from super().dresses(answer)
        sign, p, q = "-" if answer < 0 else "", abs(answer.numerator), answer.denominator
        yield from (
            f"{sign}\\frac{{{p}}}{{{q}}}",
            f"$\\frac{{{sign}{p}}}{{{q}}}$",
            f"{sign}\\dfrac{{{p}}}{{{q}}}",
            f"{sign}{p} / {q}",
        )
        yield from (f"{sign}{2 * p}/{2 * q}", f"{answer}.", str(answer).replace("-", "\u2212"))


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
        self.limit = sum(len(number) + 40 for number in self.numbers) + _DRESS

    def read(self, text: str) -> str:
        text, equals, value = undress(undress(text).removesuffix(".")).partition("=")
        text = self._SIGN.sub(lambda sign: _PLAIN_SIGN[sign.group()], _SPACE.sub(" ", text))
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
            raise Unparsable(f"expected an expression as text, got {_short(answer)}")
        postfix = self._postfix(answer)
        if sorted(token for token in postfix if token not in _OPERATIONS) != self.numbers:
            raise Infeasible(f"expected each of {' '.join(self.numbers)} once")
        try:
            self.value(answer)
        except ZeroDivisionError:
            raise Infeasible("the expression divides by 0") from None
        return self._infix(postfix)

    @classmethod
    def value(cls, answer: str) -> Rational:
        """The exact value of an expression; raises ZeroDivisionError where it divides by 0."""
        stack: list[Rational] = []
        for token in cls._postfix(answer):
            if operation := _OPERATIONS.get(token):
                right, left = stack.pop(), stack.pop()
                stack.append(operation(left, right))
            else:
                stack.append(Rational(int(token)))
        return stack.pop()

    @classmethod
    def _tokens(cls, text: str) -> list[str]:
        """Numbers without leading zeros, operators and parentheses."""
        if strange := re.search(r"[^-+*/()0-9\s]", text):
            raise _strange(text[strange.start() :])
        return [(token.lstrip("0") or "0") if token.isdigit() else token for token in cls._TOKEN.findall(text)]

    @classmethod
    def _postfix(cls, text: str) -> list[str]:
        """Dijkstra's shunting-yard algorithm: operands as they come, each operator after its two."""
        output: list[str] = []
        waiting: list[str] = []
        operand_next = True
        for token in cls._tokens(text):
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
    def _infix(postfix: Sequence[str], *, fractions: bool = False) -> str:
        r"""The text of an expression; with `fractions`, each division as \frac{}{}."""
        parts: list[tuple[str, int]] = []  # with how strongly it holds together: 0 a sum, 1 a product, 2 what has ends of its own
        for token in postfix:
            if token not in _OPERATIONS:
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

    def near_misses(self, answer: str, rng: Random) -> Iterator[str]:
        tokens = self._tokens(answer)
        operators = [i for i, token in enumerate(tokens) if token in _OPERATIONS]
        operands = [i for i, token in enumerate(tokens) if token.isdigit()]
        for i in rng.sample(operators, min(3, len(operators))):
            yield "".join([*tokens[:i], rng.choice([sign for sign in "+-*/" if sign != tokens[i]]), *tokens[i + 1 :]])
        if operators:
            i, j = rng.sample(operands, 2)
            swapped = {i: tokens[j], j: tokens[i]}
            yield "".join([swapped.get(k, token) for k, token in enumerate(tokens)])
            yield "".join([token for token in tokens if token not in "()"])
        yield from (f"{answer} + {tokens[operands[0]]}", tokens[operands[0]])

    def constants(self) -> Mapping[str, str]:
        return {name: sign.join(self.numbers) for name, sign in (("sum", "+"), ("product", "*"))}

    def dresses(self, answer: str) -> Iterator[str]:
        yield from super().dresses(answer)
        yield from (f"{answer}.", answer.replace(" ", ""), f"{answer} = {self.value(answer)}")
        for plain, dressed in zip("**//--", "\u00d7\u22c5\u00f7\u2215\u2212\u2013", strict=True):
            yield answer.replace(plain, dressed)
        yield from (answer.replace("*", "\\times").replace("/", "\\div"), answer.replace("(", "[").replace(")", "]"))
        latex = self._infix(self._postfix(answer), fractions=True)
        sized = latex.replace("(", "\\left(").replace(")", "\\right)").replace("*", "\\cdot").replace("frac", "dfrac")
        yield from (latex, f"$${sized}$$")


class Choice(AnswerFormat):
    """One of a few words, in any case."""

    def __init__(self, *options: str) -> None:
        if len({option.casefold() for option in options}) < len(options) or len(options) < 2:
            raise TypeError("Choice needs two or more options that differ in more than case")
        self.options = options
        self.limit = max(map(len, options)) + _DRESS

    def read(self, text: str) -> str:
        word = undress(undress(text).removesuffix(".")).casefold()
        for option in self.options:
            if word == option.casefold():
                return option
        raise Unparsable(f"expected one of {', '.join(self.options)}, found {word[:40]!r}")

    def validate(self, answer: Any) -> str:
        if answer not in self.options:
            raise Unparsable(f"expected one of {', '.join(self.options)}, got {answer!r}")
        return answer

    def write(self, answer: str) -> str:
        return answer

    def phrase(self) -> str:
        return f"{', '.join(self.options[:-1])} or {self.options[-1]}"

    def near_misses(self, answer: str, rng: Random) -> Iterator[str]:
        return (option for option in self.options if option != answer)

    def constants(self) -> Mapping[str, str]:
        return {option: option for option in self.options}

    def dresses(self, answer: str) -> Iterator[str]:
        yield from super().dresses(answer)
        yield from (f"{answer}.", answer.lower(), answer.upper())


class Text(AnswerFormat):
    """One word over an alphabet of single characters (no blanks), of `length` or `min_length` to `max_length` of them.

    Blanks between characters are allowed and dropped; case counts when the alphabet has both cases of a letter.
    """

    def __init__(self, alphabet: str, length: int | None = None, *, min_length: int = 1, max_length: int | None = None) -> None:
        if (length is None) == (max_length is None):
            raise TypeError("Text needs either length or max_length, so that the size of an answer is known")
        self.alphabet = alphabet
        self.min_length = min_length if length is None else length
        self.max_length: int = max_length if length is None else length  # type: ignore[assignment]
        self.limit = 3 * self.max_length + _DRESS
        if self.min_length == 0 and set("none") <= set(alphabet.lower()):
            raise TypeError("the alphabet of an answer that may be empty cannot spell the word none")
        self._symbols = _folding(alphabet)

    def read(self, text: str) -> str:
        return _spell(text, self._symbols, self.min_length)

    def validate(self, answer: Any) -> str:
        if not isinstance(answer, str) or not set(answer) <= set(self.alphabet):
            raise Unparsable(f"expected characters of {self.alphabet!r}, got {_short(answer)}")
        if not self.min_length <= len(answer) <= self.max_length:
            raise Infeasible(f"expected {self._length_words()}, got {len(answer)}")
        return answer

    def _length_words(self) -> str:
        low, high = self.min_length, self.max_length
        return _count(high, "character") if low == high else f"{low} to {high} characters"

    def write(self, answer: str) -> str:
        return answer or "none"

    def phrase(self) -> str:
        length = f" of {_count(self.max_length, 'character')}" if self.min_length == self.max_length else ""
        letters = self.alphabet if len(self.alphabet) > 12 else ", ".join(self.alphabet)
        return f"one string{length} over {letters}" + (", or none," if self.min_length == 0 else "")

    def near_misses(self, answer: str, rng: Random) -> Iterator[str]:
        for _ in range(3 if answer else 0):
            i = rng.randrange(len(answer))
            yield answer[:i] + rng.choice(self.alphabet) + answer[i + 1 :]
        yield from (answer[::-1], answer[1:] + answer[:1], answer[:-1], answer + self.alphabet[0])

    def constants(self) -> Mapping[str, str]:
        lengths = {self.min_length, self.max_length} - {0}
        chosen = {f"all {symbol}, {n}": symbol * n for symbol in self.alphabet for n in lengths}
        return chosen | {f"cycle, {n}": (self.alphabet * n)[:n] for n in lengths}

    def dresses(self, answer: str) -> Iterator[str]:
        yield from (text for text in super().dresses(answer) if "*" not in self.alphabet or not text.startswith("**"))
        yield from (" ".join(answer) if answer else "none", f'"{answer}"' if answer else "none")


class Grid(AnswerFormat):
    """`rows` lines of `columns` cells: single characters of `alphabet`, or integers from `low` to `high` without one.

    The value is a tuple of row strings (characters) or a tuple of integer tuples.
    """

    def __init__(
        self, rows: int, columns: int, alphabet: str | None = None, *, low: int | None = None, high: int | None = None
    ) -> None:
        self.rows, self.columns, self.alphabet = rows, columns, alphabet
        self.low, self.high = low, high
        self.limit = rows * (columns * (3 if alphabet else _width(low, high) + 4) + 8) + _DRESS
        self._symbols = _folding(alphabet or "")

    def read(self, text: str) -> tuple[Any, ...]:
        if self.alphabet:
            lines = [line for line in _body(text, self._symbols).splitlines() if line.strip()]
            return tuple(_spell(line.strip().rstrip(",").strip("\"'"), self._symbols, 1) for line in lines)
        text = _plain_numbers(text)
        text = re.sub(r"\\(?:begin|end)\{[bpvB]?matrix\}", "", text).replace("&", " ").replace("\\\\", "\n")
        if text.startswith("[") and text.endswith("]"):
            text = text[1:-1] if re.match(r"\[\s*\[", text) else text
            text = re.sub(r"\]\s*,?\s*\[", "\n", text).strip().removeprefix("[").removesuffix("]")
        lines = [_strip_brackets(line.strip().rstrip(",")) for line in text.splitlines() if line.strip()]
        row = IntegerList(max_length=10**6)
        return tuple(row.read(line) for line in lines)

    def validate(self, answer: Any) -> tuple[Any, ...]:
        if not isinstance(answer, (tuple, list)) or not all(isinstance(row, (tuple, list, str)) for row in answer):
            raise Unparsable(f"expected a sequence of rows, got {_short(answer)}")
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
            raise Infeasible(f"expected integers{_range_words(self.low, self.high)}")
        return tuple(answer) if self.alphabet else tuple(map(tuple, answer))

    def write(self, answer: Sequence[Any]) -> str:
        return "\n".join(row if self.alphabet else " ".join(map(str, row)) for row in answer)

    def phrase(self) -> str:
        cells = _count(self.columns, "character" if self.alphabet else "integer")
        return f"{_count(self.rows, 'line')} of {cells}{'' if self.alphabet or self.columns == 1 else ' separated by spaces'}"

    def near_misses(self, answer: Sequence[Any], rng: Random) -> Iterator[Any]:
        for _ in range(3):
            i, j = rng.randrange(self.rows), rng.randrange(self.columns)
            cell = rng.choice(self.alphabet) if self.alphabet else answer[i][j] + rng.choice((-1, 1))
            row = answer[i][:j] + (cell if self.alphabet else (cell,)) + answer[i][j + 1 :]
            yield (*answer[:i], row, *answer[i + 1 :])
        yield from (answer[::-1], answer[1:] + answer[:1], answer[:-1], tuple(row[::-1] for row in answer))
        columns = zip(*answer, strict=True)
        yield tuple("".join(column) if self.alphabet else column for column in columns)

    def constants(self) -> Mapping[str, Any]:
        if self.alphabet:
            return {f"all {symbol}": (symbol * self.columns,) * self.rows for symbol in self.alphabet}
        values = {0, 1, *(value for value in (self.low, self.high) if value is not None)}
        return {f"all {value}": ((value,) * self.columns,) * self.rows for value in values}

    def dresses(self, answer: Sequence[Any]) -> Iterator[str]:
        text = self.write(answer)
        yield from (text, f"\n{text}\n", f"```\n{text}\n```", f"```text\n{text}\n```", f"Answer:\n{text}")
        yield "\n".join(" ".join(row) if self.alphabet else ", ".join(map(str, row)) for row in answer)
        if not self.alphabet:
            yield "[" + ", ".join(f"[{', '.join(map(str, row))}]" for row in answer) + "]"
            yield "[" + ",\n ".join(f"[{', '.join(map(str, row))}]" for row in answer) + "]"


def _strange(text: str) -> Unparsable:
    return Unparsable(f"expected numbers, + - * / and parentheses, found {text[:40]!r}")


def _short(value: object) -> str:
    text = repr(value) if not isinstance(value, int) or value.bit_length() < 4000 else f"an integer of {value.bit_length()} bits"
    return text if len(text) <= 60 else text[:57] + "..."


def _strip_brackets(text: str) -> str:
    text = text.removeprefix("\\left").removesuffix("\\right") if "\\left" in text else text
    text = text.replace("\\right", "", 1) if "\\right" in text and "\\rightarrow" not in text else text
    return text[1:-1].strip() if len(text) > 1 and text[0] + text[-1] in ("[]", "()", "{}") else text.strip()


def _folding(alphabet: str) -> dict[str, str]:
    """Each character that stands for a symbol: the symbol, and its other case where that is no symbol."""
    if any(symbol.isspace() or symbol in "`$\\" for symbol in alphabet) or not alphabet.isascii():
        raise TypeError("an alphabet holds ASCII characters other than blanks, backticks, dollar signs and backslashes")
    other = {symbol.swapcase(): symbol for symbol in alphabet if len(symbol.swapcase()) == 1}
    return other | {symbol: symbol for symbol in alphabet}


def _spelled(text: str, symbols: Mapping[str, str]) -> bool:
    return all(character in symbols or character.isspace() for character in text)


def _body(text: str, symbols: Mapping[str, str]) -> str:
    """The text, less as much dress as keeps it from being spelled in the alphabet (which may hold a star or brackets)."""
    return undress(text, enough=lambda text: bool(text) and _spelled(text, symbols))


def _spell(text: str, symbols: Mapping[str, str], min_length: int) -> str:
    text = _body(text, symbols)
    if not _spelled(text, symbols):
        text = _body(text.removesuffix("."), symbols).strip("\"'")
    if min_length == 0 and text.lower() in ("none", "empty"):
        return ""
    if not _spelled(text, symbols):
        raise Unparsable(f"expected characters of {''.join(dict.fromkeys(symbols.values()))!r}, found {text[:40]!r}")
    word = "".join(symbols[character] for character in text if not character.isspace())
    if not word and min_length > 0:
        raise Unparsable("the answer is empty")
    return word
