"""What the gate tries beside the reference: wrong answers of the right size, and answers that need no thought.

The functions know the formats of `rlve.answers`. A format of one's own may bring methods of the same names; they come first.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction as Rational
from functools import singledispatch
from random import Random
from typing import Any

from rlve.answers import AnswerFormat, Choice, Expression, Formula, Fraction, Grid, Integer, IntegerList, IntegerSet, Text
from rlve.answers.expressions import OPERATIONS


def near_misses(form: AnswerFormat, answer: Any, rng: Random) -> Iterator[Any]:
    """Answers of the right kind that differ from `answer` a little; some may equal it."""
    own = getattr(form, "near_misses", None)
    return own(answer, rng) if own else _near_misses(form, answer, rng)


def constants(form: AnswerFormat) -> Mapping[str, Any]:
    """Answers that need no thought, by the name of the rule that makes them."""
    own = getattr(form, "constants", None)
    return own() if own else _constants(form)


@singledispatch
def _near_misses(form: AnswerFormat, answer: Any, rng: Random) -> Iterator[Any]:
    raise NotImplementedError(f"{type(form).__name__} needs near_misses(answer, rng), wrong answers of the right kind")


@_near_misses.register
def _(form: Integer, answer: int, rng: Random) -> Iterator[int]:
    yield from (answer + 1, answer - 1, answer + 10, answer - 10, 2 * answer, -answer, answer + rng.randint(2, 9))
    yield from (answer + 10 ** (len(str(abs(answer))) // 2), answer // 2, int(str(abs(answer))[::-1]))


@_near_misses.register
def _(form: Fraction, answer: Rational, rng: Random) -> Iterator[Rational]:
    p, q = answer.numerator, answer.denominator
    yield from (Rational(p + 1, q), Rational(p - 1, q), Rational(p, q + 1), -answer, 1 - answer, answer + 1)
    if p:
        yield Rational(q, p)


@_near_misses.register
def _(form: IntegerList, answer: Sequence[int], rng: Random) -> Iterator[tuple[int, ...]]:
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


@_near_misses.register
def _(form: IntegerSet, answer: Sequence[int], rng: Random) -> Iterator[tuple[int, ...]]:
    outside = sorted(set(range(min(answer, default=0) - 2, max(answer, default=0) + 3)) - set(answer))
    for item in outside[:2] + outside[-2:]:
        yield (*answer, item)
        if answer:
            i = rng.randrange(len(answer))
            yield (*answer[:i], item, *answer[i + 1 :])
    for i in range(min(3, len(answer))):
        yield (*answer[:i], *answer[i + 1 :])


@_near_misses.register
def _(form: Expression, answer: str, rng: Random) -> Iterator[str]:
    tokens = form.tokens(answer)
    operators = [i for i, token in enumerate(tokens) if token in OPERATIONS]
    operands = [i for i, token in enumerate(tokens) if token.isdigit()]
    for i in rng.sample(operators, min(3, len(operators))):
        yield "".join([*tokens[:i], rng.choice([sign for sign in "+-*/" if sign != tokens[i]]), *tokens[i + 1 :]])
    if operators:
        i, j = rng.sample(operands, 2)
        swapped = {i: tokens[j], j: tokens[i]}
        yield "".join([swapped.get(k, token) for k, token in enumerate(tokens)])
        yield "".join([token for token in tokens if token not in "()"])
    yield from (f"{answer} + {tokens[operands[0]]}", tokens[operands[0]])


@_near_misses.register
def _(form: Formula, answer: str, rng: Random) -> Iterator[str]:
    changes = {"sin": "cos", "cos": "sin", "exp": "ln", "ln": "exp", "+": "-", "-": "+", "*": "+", "/": "*"}
    tokens = re.findall(r"[0-9]+|[a-z]+|[^0-9a-z ]", answer)
    places = [i for i, token in enumerate(tokens) if token in changes or token.isdigit()]
    for i in rng.sample(places, min(4, len(places))):
        changed = str(int(tokens[i]) + 1) if tokens[i].isdigit() else changes[tokens[i]]
        yield "".join([*tokens[:i], changed, *tokens[i + 1 :]])
    yield from (f"-({answer})", f"2*({answer})", f"{answer} + x", f"{answer} + 1")


@_near_misses.register
def _(form: Choice, answer: str, rng: Random) -> Iterator[str]:
    return (option for option in form.options if option != answer)


@_near_misses.register
def _(form: Text, answer: str, rng: Random) -> Iterator[str]:
    for _ in range(3 if answer else 0):
        i = rng.randrange(len(answer))
        yield answer[:i] + rng.choice(form.alphabet) + answer[i + 1 :]
    yield from (answer[::-1], answer[1:] + answer[:1], answer[:-1], answer + form.alphabet[0])


@_near_misses.register
def _(form: Grid, answer: Sequence[Any], rng: Random) -> Iterator[Any]:
    for _ in range(3):
        i, j = rng.randrange(form.rows), rng.randrange(form.columns)
        cell = rng.choice(form.alphabet) if form.alphabet else answer[i][j] + rng.choice((-1, 1))
        row = answer[i][:j] + (cell if form.alphabet else (cell,)) + answer[i][j + 1 :]
        yield (*answer[:i], row, *answer[i + 1 :])
    yield from (answer[::-1], answer[1:] + answer[:1], answer[:-1] or answer * 2, tuple(row[::-1] for row in answer))
    if min(form.rows, form.columns) > 1:  # a single row written as a list looks like a column
        columns = zip(*answer, strict=True)
        yield tuple("".join(column) if form.alphabet else column for column in columns)


@singledispatch
def _constants(form: AnswerFormat) -> Mapping[str, Any]:
    return {}


@_constants.register
def _(form: Integer) -> Mapping[str, int]:
    chosen = {"low": form.low, "high": form.high, "zero": 0, "one": 1, "two": 2}
    return {name: value for name, value in chosen.items() if value is not None}


@_constants.register
def _(form: Fraction) -> Mapping[str, Rational]:
    return {str(value): value for value in (Rational(0), Rational(1), Rational(1, 2), Rational(1, 3), Rational(2, 3))}


@_constants.register
def _(form: IntegerList) -> Mapping[str, tuple[int, ...]]:
    low = 0 if form.low is None else form.low
    chosen = {"none": ()} if form.min_length == 0 else {}
    for n in {form.min_length, form.max_length} - {0}:
        values = {0, 1, *(value for value in (form.low, form.high) if value is not None)}
        chosen |= {f"all {value}, {n}": (value,) * n for value in values}
        chosen |= {f"{start} up, {n}": tuple(range(start, start + n)) for start in {0, 1, low}}
        chosen |= {f"{start} down, {n}": tuple(range(start, start + n))[::-1] for start in {0, 1, low}}
        chosen[f"alternating, {n}"] = tuple(low + i % 2 for i in range(n))
        chosen[f"alternating from high, {n}"] = tuple(low + 1 - i % 2 for i in range(n))
    return chosen


@_constants.register
def _(form: Expression) -> Mapping[str, str]:
    return {name: sign.join(form.numbers) for name, sign in (("sum", "+"), ("product", "*"))}


@_constants.register
def _(form: Formula) -> Mapping[str, str]:
    return {text: text for text in ("0", "1", "x", "2*x", "x^2", "sin(x)", "cos(x)", "exp(x)", "ln(x)")}


@_constants.register
def _(form: Choice) -> Mapping[str, str]:
    return {option: option for option in form.options}


@_constants.register
def _(form: Text) -> Mapping[str, str]:
    lengths = {form.min_length, form.max_length} - {0}
    chosen = {f"all {symbol}, {n}": symbol * n for symbol in form.alphabet for n in lengths}
    return chosen | {f"cycle, {n}": (form.alphabet * n)[:n] for n in lengths}


@_constants.register
def _(form: Grid) -> Mapping[str, Any]:
    if form.alphabet:
        return {f"all {symbol}": (symbol * form.columns,) * form.rows for symbol in form.alphabet}
    values = {0, 1, *(value for value in (form.low, form.high) if value is not None)}
    return {f"all {value}": ((value,) * form.columns,) * form.rows for value in values}
