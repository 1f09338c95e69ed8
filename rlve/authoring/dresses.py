"""An answer as people write it: what the gate puts before each format's `read`.

The function knows the formats of `rlve.answers`. A format of one's own may bring a method `dresses(answer)`; it comes first.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction as Rational
from functools import singledispatch
from typing import Any

from rlve.answers import AnswerFormat, Choice, Expression, Fraction, Grid, Integer, IntegerList, Text


def dresses(form: AnswerFormat, answer: Any) -> Iterator[str]:
    """The same answer as people write it."""
    own = getattr(form, "dresses", None)
    return own(answer) if own else _dresses(form, answer)


@singledispatch
def _dresses(form: AnswerFormat, answer: Any) -> Iterator[str]:
    """What any answer is put in."""
    text = form.write(answer)
    yield from (text, f"  {text}\n", f"${text}$", f"$${text}$$", f"**{text}**", f"`{text}`", f"\\text{{{text}}}")
    yield from (f"```\n{text}\n```", f"```text\n{text}\n```", f"Answer: {text}", f"**Answer:** {text}")


_plain = _dresses.dispatch(AnswerFormat)


@_dresses.register
def _(form: Integer, answer: int) -> Iterator[str]:
    yield from _plain(form, answer)
    text = str(answer)
    yield from (f"{text}.", f"{answer:,}", f"\\text{{Answer: }}{text}", f"$\\boxed{{{text}}}$", f"**{text}.**")
    yield f"{answer:,}".replace(",", "\\,")
    yield f"+{text}" if answer >= 0 else text.replace("-", "\u2212")


@_dresses.register
def _(form: Fraction, answer: Rational) -> Iterator[str]:
    yield from _plain(form, answer)
    sign, p, q = "-" if answer < 0 else "", abs(answer.numerator), answer.denominator
    yield from (
        f"{sign}\\frac{{{p}}}{{{q}}}",
        f"$\\frac{{{sign}{p}}}{{{q}}}$",
        f"{sign}\\dfrac{{{p}}}{{{q}}}",
        f"{sign}{p} / {q}",
    )
    yield from (f"{sign}{2 * p}/{2 * q}", f"{answer}.", str(answer).replace("-", "\u2212"))


@_dresses.register
def _(form: IntegerList, answer: Sequence[int]) -> Iterator[str]:
    yield from _plain(form, answer)
    words = [str(item) for item in answer]
    if not words:
        return
    commas, blanks = ", ".join(words), " ".join(words)
    yield from (f"[{commas}]", f"({commas})", f"\\{{{commas}\\}}", commas, f"{commas}.", ",".join(words), "\n".join(words))
    yield from (f"{blanks}.", ",\\, ".join(words), "; ".join(words), " -> ".join(words), " \\to ".join(words))
    yield from (f"$[{commas}]$", f"**[{commas}]**", ", ".join(f"${word}$" for word in words), blanks.replace("-", "\u2212"))


@_dresses.register
def _(form: Expression, answer: str) -> Iterator[str]:
    yield from _plain(form, answer)
    yield from (f"{answer}.", answer.replace(" ", ""), f"{answer} = {form.value(answer)}")
    for plain, dressed in zip("**//--", "\u00d7\u22c5\u00f7\u2215\u2212\u2013", strict=True):
        yield answer.replace(plain, dressed)
    yield from (answer.replace("*", "\\times").replace("/", "\\div"), answer.replace("(", "[").replace(")", "]"))
    latex = form.infix(form.postfix(answer), fractions=True)
    sized = latex.replace("(", "\\left(").replace(")", "\\right)").replace("*", "\\cdot").replace("frac", "dfrac")
    yield from (latex, f"$${sized}$$")


@_dresses.register
def _(form: Choice, answer: str) -> Iterator[str]:
    yield from _plain(form, answer)
    yield from (f"{answer}.", answer.lower(), answer.upper())


@_dresses.register
def _(form: Text, answer: str) -> Iterator[str]:
    yield from (text for text in _plain(form, answer) if "*" not in form.alphabet or not text.startswith("**"))
    yield from (" ".join(answer) if answer else "none", f'"{answer}"' if answer else "none")


@_dresses.register
def _(form: Grid, answer: Sequence[Any]) -> Iterator[str]:
    text = form.write(answer)
    yield from (text, f"\n{text}\n", f"```\n{text}\n```", f"```text\n{text}\n```", f"Answer:\n{text}")
    yield "\n".join(" ".join(row) if form.alphabet else ", ".join(map(str, row)) for row in answer)
    if not form.alphabet:
        yield "[" + ", ".join(f"[{', '.join(map(str, row))}]" for row in answer) + "]"
        yield "[" + ",\n ".join(f"[{', '.join(map(str, row))}]" for row in answer) + "]"
