r"""Formulas in x, read by a small grammar of our own and compared exactly.

Two formulas are compared at points of prime fields (G. H. Gonnet, Determining equivalence of expressions in random polynomial
time, 1984). The points are drawn from both texts, so that no answer can be made for them; numbers that are 0 in all fields
have so many digits that nobody comes upon them without the primes. These come in chains in which each but the last is one
more than a multiple of 4 and of the next one, q. So a field holds an element g with g^q = 1 and an i with i^2 = -1; exp(u) is
g to the power of u modulo q, sin and cos are made of exp(iu), and ln is the discrete logarithm. All rules hold as for real
functions: exp(u + v) = exp(u) exp(v), sin(2x) = 2 sin(x) cos(x), ln(uv) = ln(u) + ln(v) and ln(-u) = ln(u), since ln u means
ln |u| throughout.
"""

import operator
import re
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import pairwise
from math import isqrt
from random import Random
from typing import Any

from rlve.answers.base import COMMAND, DRESS, SPACE, AnswerFormat, in_short, undress
from rlve.verdict import Unparsable

Tree = tuple[Any, ...]
"""("number", n) with n >= 0, ("x",), (function, u), ("negative", u), (sign, u, v) or ("^", u, n) with an integer n."""

X: Tree = ("x",)
FUNCTIONS = ("sin", "cos", "exp", "ln")
CHARACTERS, TOKENS, DIGITS, NESTED, FUNCTIONS_NESTED, EXPONENT = 2000, 400, 9, 40, 3, 1000

_E: Tree = ("exp", ("number", 1))
_OTHERS: dict[str, Callable[[Tree], Tree]] = {
    "log": lambda u: ("ln", u),
    "tan": lambda u: ("/", ("sin", u), ("cos", u)),
    "cot": lambda u: ("/", ("cos", u), ("sin", u)),
    "sec": lambda u: ("/", ("number", 1), ("cos", u)),
    "csc": lambda u: ("/", ("number", 1), ("sin", u)),
    "abs": lambda u: ("size", u),
}
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
_SIGNS = {
    "-": "\u2212 \u2013 \uff0d",
    "*": "\u00d7 \u00b7 \u22c5 \u2217 \\times \\cdot \\ast",
    "/": "\u00f7 \u2215 \\div",
    "^": "**",
    "|": "\\left| \\right| \\lvert \\rvert \\vert",
    " ": "\\left \\right",
}
_PLAIN_SIGN = {dressed: plain for plain, signs in _SIGNS.items() for dressed in signs.split()}
_SIGN = re.compile("|".join(f"{re.escape(sign)}{'(?![A-Za-z])' * sign[-1].isalpha()}" for sign in _PLAIN_SIGN))
_COMMAND = re.compile(r"\\(sin|cos|tan|sec|csc|cot|exp|ln|log)(?![A-Za-z])")
_RAISED = re.compile("\u207b?[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+")
_LOWERED = str.maketrans("\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079", "-0123456789")
_NAMED = re.compile(r"\s*(?:[A-Za-z]['\u2032]*\s*\(x\)|[A-Za-z]['\u2032]+|\\frac\{d[A-Za-z]\}\{dx\}|d[A-Za-z]/dx)\s*=\s*(?!=)")
_CONSTANT = re.compile(r"\s*\+\s*[Cc]\s*\Z")
_SHORT_FRACTION = re.compile(r"(\\[cdt]?frac)\s*([0-9x])\s*([0-9x])")
_BRACE = re.compile(r"(?P<top>\\[cdt]?frac\s*\{)|(?P<middle>\}\s*\{)|(?P<open>\{)|(?P<close>\})")
_TOKEN = re.compile(r"[0-9]++(?:\.[0-9]++)?|sin|cos|tan|sec|csc|cot|exp|ln|log|abs|x|e|[-+*/^()|]|\s++|(?P<strange>.)", re.DOTALL)


class Formula(AnswerFormat):
    r"""A formula in x: integers, decimals, + - * / ^ with integer exponents, parentheses, e^u, exp, sin, cos and ln (or log).

    ln u means ln |u|. Left-out signs of multiplication, \frac{}{}, x^{2}, sin x, sin^2(x), tan, sec, csc and cot are read too;
    with `constant`, also a last "+ C". What could mean two things is not read: 1/2x, e^2x, sin x/2.
    The answer is its text with just the parentheses it needs.
    """

    limit = CHARACTERS + DRESS

    def __init__(self, *, constant: bool = False) -> None:
        self.constant = constant

    def read(self, text: str) -> str:
        text = undress(text)
        if text.endswith("."):
            text = undress(text[:-1])
        if named := _NAMED.match(text):
            text = undress(text[named.end() :])
        if self.constant:
            text = _CONSTANT.sub("", text)
        text = SPACE.sub(" ", COMMAND.sub(r" \1 ", text) if "\\" in text else text)
        text = _SIGN.sub(lambda sign: _PLAIN_SIGN[sign.group()], text)
        text = _RAISED.sub(lambda raised: f"^({raised.group().translate(_LOWERED)})", text)
        return _COMMAND.sub(r" \1 ", _without_braces(text))

    def validate(self, answer: Any) -> str:
        if not isinstance(answer, str):
            raise Unparsable(f"expected a formula as text, got {in_short(answer)}")
        text = self.text(self.tree(answer))
        self.tree(text)  # which may have more signs
        return text

    def write(self, answer: str) -> str:
        return answer

    def phrase(self) -> str:
        return "one formula in x made of integers, + - * / ^, parentheses, sin, cos, exp and ln"

    @staticmethod
    @lru_cache(maxsize=1000)
    def tree(text: str) -> Tree:
        """What a formula is made of."""
        tree = _Reader(text).formula()
        _check(tree)
        return tree

    @staticmethod
    def text(tree: Tree) -> str:
        """A formula written with just the parentheses it needs."""
        return _written(tree)[0]

    @classmethod
    def same(cls, left: str, right: str) -> bool:
        """Whether two formulas are equal wherever both are defined."""
        return _agree((left, False), (right, False))

    @classmethod
    def is_derivative(cls, formula: str, of: str) -> bool:
        """Whether a formula equals the derivative of another one wherever both are defined."""
        return _agree((formula, False), (of, True))


# Reading and writing.


def _without_braces(text: str) -> str:
    r"""Braces as parentheses, \frac{a}{b} as ((a)/(b)), and so is \frac12."""
    due: list[str] = []

    def written(part: re.Match[str]) -> str:
        kind = part.lastgroup
        if kind in ("top", "open"):
            due.append("middle" if kind == "top" else "close")
            return "((" if kind == "top" else "("
        if not due:
            raise Unparsable("a brace closes that was not opened")
        last = due.pop()
        if kind == "middle":
            due.append("bottom" if last == "middle" else "close")
            return ")/(" if last == "middle" else "))(" if last == "bottom" else ")("
        if last == "middle":
            raise Unparsable("a fraction is not complete")
        return "))" if last == "bottom" else ")"

    text = _BRACE.sub(written, _SHORT_FRACTION.sub(r"\1{\2}{\3}", text))
    if due:
        raise Unparsable("the formula is not complete")
    return text


class _Reader:
    """Recursive descent over the tokens of a text."""

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        for found in _TOKEN.finditer(text):
            if found.lastgroup:
                raise Unparsable(f"expected a formula in x, found {text[found.start() :][:40]!r}")
            if not found.group().isspace():
                self.tokens.append(found.group())
            if len(self.tokens) > TOKENS:
                raise Unparsable(f"a formula of more than {TOKENS} numbers, names and signs")
        self.place = self.nested = 0

    @property
    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, *expected: str) -> str:
        token = self.next
        if expected and token not in expected:
            raise Unparsable(f"expected {' or '.join(expected)}, found {token or 'the end'!r}")
        self.place += 1
        return token

    def formula(self) -> Tree:
        tree = self.sum()
        if self.next:
            raise Unparsable(f"expected a sign or the end, found {self.next!r}")
        return tree

    def sum(self) -> Tree:
        self.nested += 1
        if self.nested > NESTED:
            raise Unparsable(f"more than {NESTED} parentheses in one another")
        sign = self.take() if self.next in ("+", "-") else ""
        left = self.product()
        if sign == "-":
            left = ("negative", left)
        while self.next in ("+", "-"):
            left = (self.take(), left, self.product())
        self.nested -= 1
        return left

    def product(self) -> Tree:
        left, divided = self.signed(), False
        while self.next:
            if self.next in ("*", "/"):
                sign = self.take()
                left, divided = (sign, left, self.signed()), sign == "/"
            elif self.next == "(" or self.next.isalpha():
                if divided:
                    raise Unparsable("a left-out sign of multiplication after / could mean two things")
                left = ("*", left, self.factor())
            else:
                break
        return left

    def signed(self) -> Tree:
        sign = self.take() if self.next in ("+", "-") else ""
        factor = self.factor()
        return ("negative", factor) if sign == "-" else factor

    def factor(self) -> Tree:
        base = self.operand()
        if self.next != "^":
            return base
        self.take()
        sign = self.take() if self.next in ("+", "-") else ""
        bare = self.next != "("
        exponent = self.operand()
        power_of_e = base is _E and exponent[0] == "number"
        if self.next == "^" or (bare and (self.next == "x" or (power_of_e and self.next == "("))):
            raise Unparsable("an exponent without parentheses could mean two things")
        exponent = ("negative", exponent) if sign == "-" else exponent
        if base is _E:
            return ("exp", exponent)
        return ("^", base, _whole(exponent))

    def operand(self) -> Tree:
        token = self.take()
        if token == "x":
            return X
        if token == "e":
            return _E
        if token == "(":
            tree = self.sum()
            self.take(")")
            return tree
        if token == "|":
            tree = self.sum()
            self.take("|")
            return ("size", tree)
        if token.isalpha():
            return self.function(token)
        if token[:1].isdigit():
            return _number(token)
        raise Unparsable(f"expected a number, x, a function or a parenthesis, found {token or 'the end'!r}")

    def function(self, name: str) -> Tree:
        power = None
        if self.next == "^":
            self.take()
            power = _whole(self.operand())
            if power < 1:
                raise Unparsable(f"{name}^({power}) could mean the inverse function")
        argument = self.operand() if self.next in ("(", "|") else self.bare(name)
        if name in ("ln", "log") and argument[0] == "size":
            argument = argument[1]
        tree = _OTHERS[name](argument) if name in _OTHERS else (name, argument)
        return tree if power is None else ("^", tree, power)

    def bare(self, name: str) -> Tree:
        """An argument without parentheses: x, 2x or a number, with nothing after it that could belong to it."""
        parts = [_number(self.take())] if self.next[:1].isdigit() else []
        if self.next == "x":
            self.take()
            parts.append(X)
        if not parts or self.next in ("(", "/", "^", "x", "|") or (parts[-1] is not X and self.next == "*"):
            raise Unparsable(f"expected parentheses after {name}")
        return parts[0] if len(parts) == 1 else ("*", *parts)


def _number(token: str) -> Tree:
    whole, _, part = token.partition(".")
    if len(whole) + len(part) > DIGITS:
        raise Unparsable(f"a number of more than {DIGITS} digits")
    return ("/", ("number", int(whole + part)), ("number", 10 ** len(part))) if part else ("number", int(whole))


def _whole(exponent: Tree) -> int:
    """The value of an exponent, which may still be a sum or a product, such as 3 - 1."""
    kind = exponent[0]
    if kind == "number":
        return exponent[1]
    if kind == "negative":
        return -_whole(exponent[1])
    if kind in _ARITHMETIC:
        return _ARITHMETIC[kind](_whole(exponent[1]), _whole(exponent[2]))
    raise Unparsable("expected an integer as the exponent of anything but e")


def _check(tree: Tree, functions: int = 0, outside: str | None = None, exponent: int = 1) -> None:
    """Refuse what the fields cannot follow: high powers, many functions in one another, ln in an exponent or in a logarithm."""
    kind = tree[0]
    if kind == "^":
        exponent *= max(1, abs(tree[2]))
        if exponent > EXPONENT:
            raise Unparsable(f"a power with an exponent of more than {EXPONENT}")
    if kind == "size":
        raise Unparsable("expected an absolute value only as the argument of ln")
    if kind in FUNCTIONS:
        functions += 1
        if functions > FUNCTIONS_NESTED:
            raise Unparsable(f"more than {FUNCTIONS_NESTED} functions in one another")
        if kind == "ln" and outside:
            raise Unparsable(f"ln inside {outside}")
        outside = kind if kind in ("exp", "ln") else outside
    for part in tree[1:]:
        if isinstance(part, tuple):
            _check(part, functions, outside, exponent)


def _written(tree: Tree) -> tuple[str, int]:
    """The text, and how strongly it holds together: 0 a sum, 1 a product, 2 a power, 3 what has ends of its own."""
    kind = tree[0]
    if kind in ("x", "number"):
        return str(tree[-1]), 3
    text, firm = _written(tree[1])
    if kind in FUNCTIONS:
        return f"{kind}({text})", 3
    if kind == "negative":
        return (f"-{text}" if firm else f"-({text})"), 0
    if kind == "^":
        exponent = tree[2] if tree[2] >= 0 else f"({tree[2]})"
        return f"{text if firm == 3 else f'({text})'}^{exponent}", 2
    right, firm_right = _written(tree[2])
    if kind in "+-":
        return f"{text} {kind} {right if firm_right else f'({right})'}", 0
    return f"{text if firm else f'({text})'}{kind}{right if firm_right > 1 else f'({right})'}", 1


# Comparing.

_CHAINS = (
    (9316661, 465833, 58229, 14557, 1213),
    (36752633, 656297, 82037, 20509, 1709),
    (17755897, 739829, 184957, 15413, 3853),
    (9522637, 793553, 49597, 4133, 1033),
    (28638613, 795517, 66293, 16573, 1381),
    (19227941, 961397, 240349, 20029, 1669),
)
_COMPARED = 3  # points at least, where both formulas are defined


class _Fields:
    """The fields of a chain. A formula stands in field 1, what is in n functions other than ln in field n + 1."""

    def __init__(self, primes: tuple[int, ...]) -> None:
        self.primes = primes
        self.i = [next(i for h in range(2, p) if (i := pow(h, (p - 1) // 4, p)) * i % p == p - 1) for p in primes]
        self.g = [self.power_of_order(p, q) for p, q in pairwise(primes)]
        self.tables: dict[int, dict[int, int]] = {}

    @staticmethod
    def power_of_order(p: int, q: int) -> int:
        return next(g for h in range(2, p) if (g := pow(h, (p - 1) // q, p)) != 1)

    def logarithm(self, field: int, value: int) -> int:
        """The v with value = g^v in the field before, up to factors of other orders (Shanks's baby steps and giant steps)."""
        p, q = self.primes[field - 1], self.primes[field]
        base = pow(self.g[field - 1], (p - 1) // q, p)
        steps = isqrt(q) + 1
        if field not in self.tables:
            power, table = 1, {}
            for step in range(steps):
                table[power] = step
                power = power * base % p
            self.tables[field] = table
        table, back = self.tables[field], pow(base, -steps, p)
        power = pow(value, (p - 1) // q, p)
        for giant in range(steps):
            if power in table:
                return (giant * steps + table[power]) % q
            power = power * back % p
        raise ArithmeticError(f"{value} has no logarithm modulo {p}")


@cache
def _all_fields() -> list[_Fields]:
    return [_Fields(primes) for primes in _CHAINS]


class _At:
    """Values and slopes of the parts of formulas at one point, a value of x in each field of a chain.

    ZeroDivisionError where they are not defined.
    """

    def __init__(self, fields: _Fields, rng: Random) -> None:
        self.fields = fields
        self.x = [rng.randrange(2, p) for p in fields.primes]
        self.values: dict[tuple[int, int], int] = {}
        self.slopes: dict[tuple[int, int], int] = {}

    def value(self, tree: Tree, field: int) -> int:
        key = id(tree), field
        if key not in self.values:
            self.values[key] = self.computed(tree, field)
        return self.values[key]

    def slope(self, tree: Tree, field: int) -> int:
        key = id(tree), field
        if key not in self.slopes:
            self.slopes[key] = self.differentiated(tree, field)
        return self.slopes[key]

    def computed(self, tree: Tree, field: int) -> int:
        fields, p, kind = self.fields, self.fields.primes[field], tree[0]
        if kind == "x":
            return self.x[field]
        if kind == "number":
            return tree[1] % p
        if kind == "ln":
            if not (inner := self.value(tree[1], field - 1)):
                raise ZeroDivisionError
            return fields.logarithm(field, inner)
        if kind in FUNCTIONS:
            q, inner = fields.primes[field + 1], self.value(tree[1], field + 1)
            if kind == "exp":
                return pow(fields.g[field], inner, p)
            turn = pow(fields.g[field], fields.i[field + 1] * inner % q, p)
            if kind == "cos":
                return (turn + pow(turn, -1, p)) * pow(2, -1, p) % p
            return (turn - pow(turn, -1, p)) * pow(2 * fields.i[field], -1, p) % p
        left = self.value(tree[1], field)
        if kind == "negative":
            return -left % p
        if kind == "^":
            return pow(left, tree[2], p) if tree[2] >= 0 else pow(_inverse(left, p), -tree[2], p)
        right = self.value(tree[2], field)
        if kind == "*":
            return left * right % p
        if kind == "/":
            return left * _inverse(right, p) % p
        return (left + right if kind == "+" else left - right) % p

    def differentiated(self, tree: Tree, field: int) -> int:
        p, kind = self.fields.primes[field], tree[0]
        if kind in ("x", "number"):
            return int(kind == "x")
        inner = self.slope(tree[1], field)
        if kind == "negative":
            return -inner % p
        if kind == "exp":
            return self.value(tree, field) * inner % p
        if kind == "sin":
            return self.computed(("cos", tree[1]), field) * inner % p
        if kind == "cos":
            return -self.computed(("sin", tree[1]), field) * inner % p
        left = self.value(tree[1], field)
        if kind == "ln":
            return inner * _inverse(left, p) % p
        if kind == "^":
            n = tree[2]
            power = pow(left, n - 1, p) if n >= 1 else pow(_inverse(left, p), 1 - n, p)
            return n * power * inner % p
        other = self.slope(tree[2], field)
        if kind in "+-":
            return (inner + other if kind == "+" else inner - other) % p
        right = self.value(tree[2], field)
        if kind == "*":
            return (inner * right + left * other) % p
        return (inner * right - left * other) * _inverse(right * right, p) % p


def _inverse(value: int, p: int) -> int:
    if value % p == 0:
        raise ZeroDivisionError
    return pow(value, -1, p)


@lru_cache(maxsize=10_000)
def _agree(one: tuple[str, bool], other: tuple[str, bool]) -> bool:
    """Whether two formulas, or where that is asked the slope of one, are equal at all points where both are defined."""
    compared, rng = 0, Random(f"{one} {other}")
    for fields in _all_fields():
        at = _At(fields, rng)
        try:
            left, right = [(at.slope if slope else at.value)(Formula.tree(formula), 1) for formula, slope in (one, other)]
        except ZeroDivisionError:
            continue
        if left != right:
            return False
        compared += 1
    return compared >= _COMPARED
