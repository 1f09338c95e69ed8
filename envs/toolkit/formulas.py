"""Formulas in x, as trees like those of `Formula.tree`: put together, differentiated and drawn."""

from collections.abc import Iterable
from fractions import Fraction
from math import gcd
from random import Random
from typing import Any

Tree = tuple[Any, ...]

X: Tree = ("x",)
ZERO: Tree = ("number", 0)
ONE: Tree = ("number", 1)
KINDS, WEIGHTS = ("sum", "function", "product", "power", "quotient"), (4, 4, 3, 1, 1)
NOTATION = (
    "Here * is multiplication, ^ is a power with an integer exponent, exp(u) is e^u, and ln(u) is the natural logarithm of |u|; "
    "ln stands neither inside exp nor inside ln."
)
"""How statements explain formulas."""


def number(n: int) -> Tree:
    return ("number", n) if n >= 0 else ("negative", ("number", -n))


def add(*parts: Tree) -> Tree:
    """The sum, like terms put together."""
    terms: dict[Tree, Fraction] = {}
    for part in parts:
        for factor, rest in _terms(part, 1):
            terms[rest] = terms.get(rest, Fraction(0)) + factor
    result = ZERO
    for rest, factor in terms.items():
        if factor:
            term = _product([(number(abs(factor.numerator)), 1), (number(factor.denominator), -1), (rest, 1)])
            if result == ZERO:
                result = term if factor > 0 else ("negative", term)
            else:
                result = ("+" if factor > 0 else "-", result, term)
    return result


def negative(u: Tree) -> Tree:
    return add(("negative", u))


def times(*factors: Tree) -> Tree:
    return _product([(factor, 1) for factor in factors])


def over(u: Tree, v: Tree) -> Tree:
    return _product([(u, 1), (v, -1)])


def power(u: Tree, n: int) -> Tree:
    return _product([(u, n)])


def _terms(u: Tree, sign: int) -> Iterable[tuple[Fraction, Tree]]:
    """The terms of a sum: each a number, and the rest."""
    if u[0] in ("+", "-"):
        return [*_terms(u[1], sign), *_terms(u[2], sign if u[0] == "+" else -sign)]
    if u[0] == "negative":
        return _terms(u[1], -sign)
    bases: dict[Tree, int] = {}
    top, bottom = _factors(u, 1, bases)
    return [(Fraction(sign * top, bottom), _product(bases.items()))]


def _factors(u: Tree, exponent: int, bases: dict[Tree, int]) -> tuple[int, int]:
    """The number in a product, as a fraction; its other factors go into `bases` with their exponents."""
    kind = u[0]
    if kind == "number":
        return (u[1] ** exponent, 1) if exponent > 0 else (1, u[1] ** -exponent)
    if kind == "^":
        return _factors(u[1], exponent * u[2], bases)
    if kind == "negative":
        top, bottom = _factors(u[1], exponent, bases)
        return (-top if exponent % 2 else top), bottom
    if kind in ("*", "/"):
        (a, b), (c, d) = _factors(u[1], exponent, bases), _factors(u[2], exponent if kind == "*" else -exponent, bases)
        return a * c, b * d
    bases[u] = bases.get(u, 0) + exponent
    return 1, 1


def _product(powers: Iterable[tuple[Tree, int]]) -> Tree:
    """Powers of x first, then those of sums, then those of functions; what has a negative exponent below a bar."""
    above, below, bases = 1, 1, {}
    for base, exponent in powers:
        a, b = _factors(base, exponent, bases)
        above, below = above * a, below * b
    common = gcd(above, below)
    ordered = sorted(bases.items(), key=lambda item: 0 if item[0] == X else 1 if item[0][0] in ("+", "-") else 2)
    top = _chain(abs(above) // common, [(base, n) for base, n in ordered if n > 0])
    bottom = _chain(below // common, [(base, -n) for base, n in ordered if n < 0])
    result = top if bottom == ONE or top == ZERO else ("/", top, bottom)
    return ("negative", result) if above < 0 else result


def _chain(factor: int, powers: Iterable[tuple[Tree, int]]) -> Tree:
    if factor == 0:
        return ZERO
    parts = [number(factor)] if factor > 1 else []
    parts += [base if n == 1 else ("^", base, n) for base, n in powers]
    result = parts[0] if parts else ONE
    for part in parts[1:]:
        result = ("*", result, part)
    return result


def derivative(u: Tree, *, chain_rule: bool = True) -> Tree:
    """By the rules for sums, products, quotients, powers and functions; or as those go who forget the chain rule."""
    kind = u[0]
    if kind in ("x", "number"):
        return ONE if kind == "x" else ZERO
    first = derivative(u[1], chain_rule=chain_rule)
    if kind == "negative":
        return negative(first)
    if kind in ("+", "-", "*", "/"):
        second = derivative(u[2], chain_rule=chain_rule)
        if kind == "+":
            return add(first, second)
        if kind == "-":
            return add(first, negative(second))
        if kind == "*":
            return add(times(first, u[2]), times(u[1], second))
        return over(add(times(first, u[2]), negative(times(u[1], second))), power(u[2], 2))
    inner = first if chain_rule else ONE
    if kind == "^":
        return times(number(u[2]), inner, power(u[1], u[2] - 1))
    if kind == "ln":
        return over(inner, u[1])
    return times(inner, {"sin": ("cos", u[1]), "cos": ("negative", ("sin", u[1])), "exp": u}[kind])


def varies(u: Tree) -> bool:
    """Whether x occurs."""
    return u == X or any(isinstance(part, tuple) and varies(part) for part in u[1:])


def random_formula(rng: Random, size: int, kinds: int, largest: int, functions: str = "sin cos exp ln", nested: int = 3) -> Tree:
    """A formula made of `size` powers of x and functions, by the first `kinds` kinds of operations; no ln in exp or in ln.

    At most `nested` functions stand in one another. No number that is drawn is larger than `largest`, or 3 inside of a function.
    """
    if size == 1:
        plain = nested == 0 or rng.random() < 0.5
        factor = power(X, rng.randint(1, 3)) if plain else (rng.choice(functions.split()), X)
        return times(number(rng.randint(1, largest)), factor)
    kind = rng.choices(KINDS[:kinds], WEIGHTS[:kinds])[0]
    if kind in ("sum", "product", "quotient"):
        cut = rng.randint(1, size - 1)
        u = random_formula(rng, cut, kinds, largest, functions, nested)
        v = random_formula(rng, size - cut, kinds, largest if kind == "sum" else 1, functions, nested)
        if kind == "sum":
            result = add(u, v if rng.random() < 0.6 else negative(v))
        else:
            result = times(u, v) if kind == "product" else over(u, v)
        return result if varies(result) else u
    constant = number(rng.choice((-3, -2, -1, 1, 2, 3)))
    if kind == "power" or nested == 0:
        return power(add(random_formula(rng, size - 1, 1, 3, functions, nested), constant), rng.randint(2, 3))
    function = rng.choice(functions.split())
    inside = "sin cos exp" if function in ("exp", "ln") or "ln" not in functions else functions
    argument = random_formula(rng, size - 1, kinds, 3, inside, nested - 1)
    if argument == X or rng.random() < 0.5:
        argument = add(argument, constant)
    return times(number(rng.randint(1, largest)), (function, argument))
