"""An answer as people write it: what the gate puts before each format's `read`.

The functions know the formats of `rlve.answers`. A format of one's own may bring a method `dresses(answer)`; it comes first.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction as Rational
from functools import singledispatch
from typing import Any

from rlve.answers import AnswerFormat, Choice, Expression, Formula, Fraction, Grid, Integer, IntegerList, IntegerSet, Text

AROUND = {
    "plain": "{}",
    "blanks": "  {}\n",
    "carriage return": "\r\n{}\r\n",
    "no-break spaces": "\u00a0{}\u00a0",
    "zero-width spaces": "\u200b{}\u200b",
    "byte order mark": "\ufeff{}",
    "left-to-right mark": "\u200e{}\u200e",
    "right-to-left mark": "{}\u200f",
    "isolated direction": "\u2066{}\u2069",
    "dollars": "${}$",
    "dollars and blanks": "$ {} $",
    "double dollars": "$$\n{}\n$$",
    "round math": "\\({}\\)",
    "square math": "\\[\n{}\n\\]",
    "bold": "**{}**",
    "italic": "*{}*",
    "bold italic": "***{}***",
    "underscores": "__{}__",
    "backticks": "`{}`",
    "quotes": '"{}"',
    "text command": "\\text{{{}}}",
    "bold command": "\\mathbf{{{}}}",
    "box": "\\boxed{{{}}}",
    "box in dollars": "$\\boxed{{{}}}$",
    "tag": "<answer>{}</answer>",
    "fence": "```\n{}\n```",
    "named fence": "```text\n{}\n```",
    "label": "Answer: {}",
    "bold label": "**Answer:** {}",
    "sentence": "The final answer is {}",
    "star": "* {}",
    "bullet": "\u2022 {}",
    "bullet and bold": "* **{}**",
    "letter": "x = {}",
    "letter in dollars": "$x = {}$",
    "word": "Result = {}",
    "equals sign": "= {}",
}
"""What any answer is put in, by name."""


def dresses(form: AnswerFormat, answer: Any) -> Iterator[str]:
    """The same answer as people write it."""
    own = getattr(form, "dresses", None)
    return iter(own(answer) if own else named_dresses(form, answer).values())


def named_dresses(form: AnswerFormat, answer: Any) -> Mapping[str, str]:
    """The same answer as people write it, by the dress's name."""
    chosen = around(form.write(answer)) | _dresses(form, answer)
    signs = getattr(form, "alphabet", None) or ""
    return {name: text for name, text in chosen.items() if not _spells(signs, text, form.write(answer))}


def around(text: str) -> dict[str, str]:
    return {name: dress.format(text) for name, dress in AROUND.items()}


@singledispatch
def _dresses(form: AnswerFormat, answer: Any) -> dict[str, str]:
    """What this format's answers are written like besides."""
    return {}


@_dresses.register
def _(form: Integer, answer: int) -> dict[str, str]:
    text, grouped = str(answer), f"{answer:,}"
    return {
        "period": f"{text}.",
        "bold period": f"**{text}.**",
        "thousands": grouped,
        "thin thousands": grouped.replace(",", "\\,"),
        "thousands and decimal": f"{grouped}.0",
        "braced thousands": f"${grouped.replace(',', '{,}')}$",
        "sign": f"+{text}" if answer >= 0 else text.replace("-", "\u2212"),
        "decimal": f"{text}.0",
        "decimals": f"${text}.00$",
        "square brackets": f"[{text}]",
        "round brackets": f"({text})",
        "braces": f"\\{{{text}\\}}",
        "label as text": f"\\text{{Answer: }}{text}",
        "product": f"6 * 7 = {text}",
        "latex product": f"$6 \\times 7 = {text}$",
        "letters": f"a * b = {text}",
        "letter and product": f"x = 6 \u00d7 7 = {grouped}",
        "function": f"f(5) = {text}",
        "index": f"a_5 = {text}",
        "latex index": f"$a_{{12}} = {text}$",
    }


@_dresses.register
def _(form: Fraction, answer: Rational) -> dict[str, str]:
    sign, p, q = "-" if answer < 0 else "", abs(answer.numerator), answer.denominator
    return {
        "frac": f"{sign}\\frac{{{p}}}{{{q}}}",
        "frac in dollars": f"$\\frac{{{sign}{p}}}{{{q}}}$",
        "dfrac": f"{sign}\\dfrac{{{p}}}{{{q}}}",
        "blanks at the bar": f"{sign}{p} / {q}",
        "not lowest terms": f"{sign}{2 * p}/{2 * q}",
        "period": f"{answer}.",
        "minus sign": str(answer).replace("-", "\u2212"),
        "round brackets": f"({answer})",
    }


@_dresses.register
def _(form: IntegerList, answer: Sequence[int]) -> dict[str, str]:
    words = [str(item) for item in answer]
    if not words:
        return {"square brackets": "[]", "braces": "\\{\\}", "empty set": "$\\emptyset$", "the word": "empty"}
    commas, blanks = ", ".join(words), " ".join(words)
    chosen = {
        "square brackets": f"[{commas}]",
        "round brackets": f"({commas})" if len(words) > 1 else commas,
        "braces": f"\\{{{commas}\\}}",
        "sized brackets": f"\\left[{commas}\\right]",
        "commas": commas,
        "commas and period": f"{commas}.",
        "bare commas": ",".join(words),
        "wide commas": "\uff0c".join(words),
        "lines": "\n".join(words),
        "period": f"{blanks}.",
        "latex blanks": ",\\, ".join(words),
        "semicolons": "; ".join(words),
        "arrows": " -> ".join(words),
        "latex arrows": " \\to ".join(words),
        "and": ", ".join(words[:-1]) + (" and " if words[1:] else "") + words[-1],
        "comma and": ", ".join(words[:-1]) + (", and " if words[1:] else "") + words[-1],
        "brackets in dollars": f"$[{commas}]$",
        "bold brackets": f"**[{commas}]**",
        "dollars each": ", ".join(f"${word}$" for word in words),
        "italic each": " ".join(f"*{word}*" for word in words),
        "minus signs": blanks.replace("-", "\u2212"),
        "decimals": " ".join(f"{word}.0" for word in words),
        "numpy": f"[{' '.join(f'{word}.0' for word in words)}]",
        "letter and brackets": f"x = [{commas}]",
        "stars": "\n".join(f"* {word}" for word in words),
        "bullets": "\n".join(f"\u2022 {word}" for word in words),
        "row vector": f"\\begin{{pmatrix}} {' & '.join(words)} \\end{{pmatrix}}",
        "column vector": "$$\\begin{bmatrix} " + " \\\\ ".join(words) + " \\end{bmatrix}$$",
        "zero-width each": "\u200b \u200b".join(words),
    }
    if len(words) > 1:
        chosen["table"] = f"| {' | '.join(words)} |"
        if form.low is not None and form.low >= 0:
            chosen["dashes"] = "\n".join(f"- {word}" for word in words)
    return chosen | (_pairs(form, words) if form.pairs else {})


def _pairs(form: IntegerList, words: Sequence[str]) -> dict[str, str]:
    pairs = list(zip(words[::2], words[1::2], strict=True))
    round_ones = [f"({a}, {b})" for a, b in pairs]
    chosen = {
        "round pairs": " ".join(f"({a},{b})" for a, b in pairs),
        "round pairs, commas": ", ".join(round_ones),
        "list of pairs": f"[{', '.join(round_ones)}]",
        "list of lists": f"[{', '.join(f'[{a}, {b}]' for a, b in pairs)}]",
        "set of pairs": f"$\\{{{', '.join(round_ones)}\\}}$",
        "braced pairs": ", ".join(f"\\{{{a}, {b}\\}}" for a, b in pairs),
        "pairs on lines": "\n".join(f"{a} {b}" for a, b in pairs),
        "bulleted pairs": "\n".join(f"* ({a}, {b})" for a, b in pairs),
    }
    if form.low is not None and form.low >= 0:
        chosen |= {
            "joined pairs": " ".join(f"{a}-{b}" for a, b in pairs),
            "joined pairs, commas": ", ".join(f"{a}-{b}" for a, b in pairs),
            "joined pairs, long dashes": ", ".join(f"{a}\u2013{b}" for a, b in pairs),
            "joined pairs, blanks": "\n".join(f"{a} - {b}" for a, b in pairs),
            "dashes and joined pairs": "\n".join(f"- {a}-{b}" for a, b in pairs) if len(pairs) > 1 else f"{words[0]}-{words[1]}",
        }
    return chosen


@_dresses.register
def _(form: IntegerSet, answer: Sequence[int]) -> dict[str, str]:
    return _dresses.dispatch(IntegerList)(form, answer) | {"another order": " ".join(map(str, sorted(answer, reverse=True)))}


@_dresses.register
def _(form: Expression, answer: str) -> dict[str, str]:
    latex = form.infix(form.postfix(answer), fractions=True)
    sized = latex.replace("(", "\\left(").replace(")", "\\right)").replace("*", "\\cdot").replace("frac", "dfrac")
    signs = {"cross": "*\u00d7", "dot": "*\u22c5", "obelus": "/\u00f7", "slash": "/\u2215", "minus": "-\u2212", "dash": "-\u2013"}
    return {
        "period": f"{answer}.",
        "no blanks": answer.replace(" ", ""),
        "value": f"{answer} = {form.value(answer)}",
        "italic": f"_{answer}_",
        "bold italic": f"**_{answer}_**",
        **{name: answer.replace(*pair) for name, pair in signs.items()},
        "latex signs": answer.replace("*", "\\times").replace("/", "\\div"),
        "square brackets": answer.replace("(", "[").replace(")", "]"),
        "latex": latex,
        "sized latex": f"$${sized}$$",
    }


@_dresses.register
def _(form: Formula, answer: str) -> dict[str, str]:
    latex = re.sub(r"(sin|cos|ln)\(", r"\\\1(", answer)
    sized = latex.replace("(", "\\left(").replace(")", "\\right)").replace("*", " \\cdot ")
    return {
        "italic": f"_{answer}_",
        "bold italic": f"**_{answer}_**",
        "period": f"{answer}.",
        "no blanks": answer.replace(" ", ""),
        "blanks": answer.replace("*", " * ").replace("/", " / "),
        "stars for powers": f"`{answer.replace('^', '**')}`",
        "logarithm": answer.replace("ln(", "log("),
        "slope": f"f'(x) = {answer}",
        "function": f"$F(x) = {answer}$",
        "dots": answer.replace("*", "\u22c5"),
        "minus signs": answer.replace("-", "\u2212"),
        "raised digits": re.sub(
            r"\^([0-9])(?![0-9])",
            lambda power: "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"[int(power[1])],
            answer,
        ),
        "braced powers": re.sub(r"\^([0-9]+)", r"^{\1}", latex),
        "sized latex": f"$${sized}$$",
        **({"power of e": answer.replace("exp(", "e^(")} if ")^" not in answer else {}),
        **({"with a constant": f"{answer} + C"} if form.constant else {}),
    }


@_dresses.register
def _(form: Choice, answer: str) -> dict[str, str]:
    return {"period": f"{answer}.", "small letters": answer.lower(), "capitals": answer.upper()}


@_dresses.register
def _(form: Text, answer: str) -> dict[str, str]:
    if not answer:
        return {"quotes": '""', "the word": "empty"}
    commas = ", ".join(answer)
    return {
        "period": f"{answer}.",
        "blanks between": " ".join(answer),
        "single quotes": f"'{answer}'",
        "curly quotes": f"\u201c{answer}\u201d",
        "quotes and period": f'"{answer}".',
        "commas": commas,
        "list": f"[{commas}]",
        "list of quoted": str(list(answer)),
        "typewriter": f"\\texttt{{{answer}}}",
    }


def _spells(alphabet: str, text: str, answer: str) -> bool:
    """Whether a dress holds signs of the alphabet, or nothing else: then it would belong to the answer."""
    added = {symbol for symbol in Counter(text) - Counter(answer) if not symbol.isspace()}
    inside = added & {*alphabet, *alphabet.swapcase()}
    letters = bool(inside) and (added == inside or "=" in added)
    return letters or not all(symbol.isalnum() for symbol in inside)


@_dresses.register
def _(form: Grid, answer: Sequence[Any]) -> dict[str, str]:
    rows = [list(map(str, row)) for row in answer]
    lines = form.write(answer).splitlines()
    chosen = {
        "star": "\n".join(f"* {line}" for line in lines),
        "bullet": "\n".join(f"\u2022 {line}" for line in lines),
        "bullet and bold": "\n".join(f"\u2022 `{line}`" for line in lines),
        "empty lines": "\n\n".join(lines),
        "one line": " ".join(lines),
        "label and lines": "Answer:\n" + "\n".join(lines),
        "table": "\n".join(f"| {' | '.join(row)} |" for row in rows),
        "ruled table": "\n".join(
            [f"| {' | '.join(rows[0])} |", "|---" * form.columns + "|", *(f"| {' | '.join(row)} |" for row in rows[1:])]
        ),
    }
    if form.alphabet:
        quoted = [", ".join(f'"{cell}"' for cell in row) for row in rows]
        chosen |= {
            "blanks between": "\n".join(" ".join(row) for row in rows),
            "list of rows": "[" + ", ".join(f'"{line}"' for line in lines) + "]",
            "lines of a list": "[\n" + ",\n".join(f'  "{line}"' for line in lines) + "\n]",
            "list of lists": "[" + ", ".join(f"[{row}]" for row in quoted) + "]",
        }
        return chosen
    commas = [", ".join(row) for row in rows]
    columns, latex = "c" * form.columns, " \\\\ ".join(" & ".join(row) for row in rows)
    return chosen | {
        "commas": "\n".join(commas),
        "rows in brackets": "\n".join(f"[{row}]" for row in commas),
        "list of lists": "[" + ", ".join(f"[{row}]" for row in commas) + "]",
        "lines of lists": "[" + ",\n ".join(f"[{row}]" for row in commas) + "]",
        "numpy": "[" + "\n ".join(f"[{' '.join(row)}]" for row in rows) + "]",
        "decimals": "\n".join(" ".join(f"{cell}.0" for cell in row) for row in rows),
        "letter and lists": "A = [" + ", ".join(f"[{row}]" for row in commas) + "]",
        "pmatrix": f"\\begin{{pmatrix}} {latex} \\end{{pmatrix}}",
        "tight bmatrix": f"\\begin{{bmatrix}}{latex.replace(' ', '')}\\end{{bmatrix}}",
        "matrix on lines": "$$\n\\begin{pmatrix}\n" + latex.replace(" \\\\ ", " \\\\\n") + "\n\\end{pmatrix}\n$$",
        "matrix in dollars": f"$\\begin{{matrix}} {latex} \\\\ \\end{{matrix}}$",
        "array": f"\\left[\\begin{{array}}{{{columns}}} {latex} \\end{{array}}\\right]",
        "letter and pmatrix": f"$A = \\begin{{pmatrix}} {latex} \\end{{pmatrix}}$",
        "rows of latex": latex,
        "minus signs": form.write(answer).replace("-", "\u2212"),
        **(
            {"dashes": "\n".join(f"- {line}" for line in lines)}
            if form.rows > 1 and form.low is not None and form.low >= 0
            else {}
        ),
    }
