r"""Find the final answer inside a completion: ``<answer>...</answer>`` or ``\boxed{...}``.

Every scan is one regular expression with possessive repeats, so its cost is linear in the text whatever the text holds.
"""

import re
from collections import deque

from rlve.errors import RequestError
from rlve.verdict import Unparsable

MARKERS = {
    "answer": "between <answer> and </answer>",
    "boxed": "inside \\boxed{}",
}

# Innermost pairs: between the two tags no further tag opens or closes.
_TAG = re.compile(r"<answer>([^<]*+(?:<(?!/?answer>)[^<]*+)*+)</answer>", re.IGNORECASE)
# No further box opens inside one; other braces nest up to three deep (\frac{1}{2} is one deep); an escaped brace is text.
_PLAIN = r"(?:[^{}\\]++|\\(?!boxed).)*+"
_NEST = rf"{_PLAIN}(?:\{{{_PLAIN}\}}{_PLAIN})*+"
for _ in range(2):
    _NEST = rf"{_PLAIN}(?:\{{{_NEST}\}}{_PLAIN})*+"
_BOX = re.compile(rf"\\boxed\s?\{{({_NEST})\}}", re.DOTALL)
_THOUGHTS = re.compile(r"^[ \t]*+<think>", re.MULTILINE | re.IGNORECASE)
_THOUGHT = re.compile("</think>", re.IGNORECASE)
_PLACEHOLDERS = frozenset(
    (
        *("", "...", "\u2026", "\\ldots", "\\dots", "\\boxed{}", "\\boxed{...}", "<answer></answer>", "<answer>...</answer>"),
        *("your answer", "[your answer]", "your answer here", "your final answer", "answer here", "final answer here"),
    )
)
_AND = re.compile(r"[`\"'*]*\s+and\s+[`\"'*]*", re.IGNORECASE)
_BEFORE_AND = re.compile(r"\b(?:between|in|inside|with|within|by|of|use|the|tags?)\s+[`\"'*]*\Z", re.IGNORECASE)


def check_style(style: str) -> str:
    """Return `style` if it names a marker, else raise ValueError with the right names."""
    if style not in MARKERS:
        raise RequestError(f"unknown answer style {style!r}: expected one of {', '.join(map(repr, MARKERS))}")
    return style


def wrap(text: str, style: str = "answer") -> str:
    """Put `text` where a prompt of that style asks for it."""
    return f"\\boxed{{{text}}}" if check_style(style) == "boxed" else f"<answer>{text}</answer>"


def _nothing(found: re.Match[str], text: str) -> bool:
    """Whether tag or box holds nothing, or only repeats how an answer is to be written."""
    content = found.group(1)
    if len(content) > 40:
        return content.isspace()
    if content.strip().lower() in _PLACEHOLDERS:
        return True
    return bool(_AND.fullmatch(content) and _BEFORE_AND.search(text[max(0, found.start() - 20) : found.start()]))


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The last match that holds an answer; after a hundred that hold none, there is none."""
    last = deque(pattern.finditer(text), maxlen=100)
    return next((found for found in reversed(last) if not _nothing(found, text)), None)


def final_answer(completion: str) -> str:
    """Return the text of the last complete tag or box after the last ``</think>`` and before a ``<think>`` left open.

    So what a model writes while it thinks is never its answer, also where it was cut off in the middle of it. A ``<think>``
    opens thoughts where it opens the reply or a line; elsewhere it is only mentioned. Marks around nothing, and those of our
    own instruction ("between <answer> and </answer>", "\boxed{...}"), are no answer.
    A box inside the tag (or a tag inside the box) is opened too, when it is the only one.
    Raises Unparsable when there is none, or when the last one holds several.
    """
    text = _THOUGHT.split(completion)[-1]
    if opened := _THOUGHTS.search(text):
        text = text[: opened.start()]
    tag, box = _last(_TAG, text), _last(_BOX, text)
    if tag is None and box is None:
        raise Unparsable("no answer found: expected <answer>...</answer> or \\boxed{...}")
    if tag is None or (box is not None and box.end() > tag.end()):
        tag = box
    assert tag is not None
    content = tag.group(1)
    if len(content) < 100_000 and ("\\boxed" in content or "<answer>" in content):
        inner = [found.group(1) for mark in (_BOX, _TAG) for found in mark.finditer(content) if not _nothing(found, content)]
        if len(inner) > 1:
            raise Unparsable(f"{len(inner)} answers inside one: expected a single one")
        if inner:
            return inner[0]
    return content
