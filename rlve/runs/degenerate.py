"""Text that says nothing: one short pattern over and over, or the same words whatever was asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rlve.schedulers import Outcome

PERIOD, TIMES, LOOKED_AT = 24, 4, 240  # characters: longest pattern, repetitions, and how much of the end is looked at


def repeats(text: str) -> bool:
    """Whether the last two thirds of a text are a pattern of at most PERIOD characters over and over; or there is no text."""
    text = text.strip()
    end = text[-min(LOOKED_AT, max(2 * len(text) // 3, 2 * TIMES)) :]
    return not text or any(end[period:] == end[:-period] for period in range(1, min(PERIOD, len(end) // TIMES) + 1))


def degenerate(outcomes: Sequence[Outcome], texts: Sequence[str]) -> list[bool]:
    """Which of a step's completions are degenerate: unparsable and a pattern over and over, or not right and the very
    text that more than half of the completions are, with at least two problems asked.
    """
    flags = [outcome.status == "unparsable" and repeats(text) for outcome, text in zip(outcomes, texts, strict=True)]
    if len({outcome.task for outcome in outcomes}) > 1:
        [(commonest, count)] = Counter(texts).most_common(1)
        if 2 * count > len(texts):
            same = [
                text == commonest and outcome.status in ("wrong", "infeasible", "unparsable")
                for outcome, text in zip(outcomes, texts, strict=True)
            ]
            flags = [a or b for a, b in zip(flags, same, strict=True)]
    return flags
