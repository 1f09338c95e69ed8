"""Read an answer although its marks are missing: what a model knew, apart from whether it kept to the form.

A probe reports it. It never counts as right, in no training and in no evaluation.
"""

from __future__ import annotations

import re

from rlve.answers import Grid, Integer, IntegerList
from rlve.environment import Environment
from rlve.verdict import Verdict

LONGEST = 20_000
"""Characters of a completion that are looked at, its last ones."""
_OPEN = re.compile(r"<answer>|\\boxed\s?\{", re.IGNORECASE)
_MARK = re.compile(r"</?answer>|\\boxed\s?\{|<\|?/?\w{1,20}\|?>", re.IGNORECASE)
_LEAD = re.compile(r".*(?::|=|\bis\b|\bare\b)", re.DOTALL)
_INTEGER = re.compile(r"(?<![\w.])[+-]?[0-9]{1,1000}(?![\w]|\.[0-9])")


def lenient(problem: Environment, completion: str) -> Verdict:
    """The verdict on a completion; where no answer could be read, that on the first of `candidates` which can be read."""
    strict = problem.verify(completion)
    if strict.status != "unparsable":
        return strict
    for candidate in candidates(problem, completion):
        found = problem.verify(candidate, extracted=True)
        if found.status != "unparsable":
            return found
    return strict


def candidates(problem: Environment, completion: str) -> list[str]:
    """What may be meant as the answer, likeliest first.

    After the thoughts: what follows the last mark that opens; the whole text; its last rows, for a grid, else its last line, and
    what stands there after the last colon, equals sign, "is" or "are"; the last integers of the text, as many as an answer has.
    """
    text = completion[-LONGEST:]
    text = text[text.rfind("</think>") + 1 :].removeprefix("/think>").partition("<think>")[0]
    opened = [mark.end() for mark in _OPEN.finditer(text)]
    parts = [text[opened[-1] :]] if opened else []
    plain = _MARK.sub("\n", text).replace("}", " ") if opened or "</" in text else text
    lines = [line.strip() for line in plain.splitlines() if line.strip()]
    parts = [_MARK.sub("", part).rstrip("}") for part in parts] + [plain]
    form = problem.format
    if isinstance(form, Grid):
        parts.append("\n".join(lines[-form.rows :]))
    elif lines:
        parts += [lines[-1], _LEAD.sub("", lines[-1])]
    integers = _INTEGER.findall(plain)
    count = 1 if isinstance(form, Integer) else form.max_length if isinstance(form, IntegerList) else 0
    if isinstance(form, IntegerList) and form.min_length != form.max_length:
        count = 0  # how many are meant is not known
    if 0 < count <= len(integers):
        parts.append(" ".join(integers[-count:]))
    return [part for part in dict.fromkeys(part.strip() for part in parts) if part]
