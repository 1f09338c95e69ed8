"""Texts that a verifier must survive: each gets a verdict, without a fault and in time."""

import time
from collections.abc import Iterator
from functools import cache

from rlve.answers.extraction import final_answer
from rlve.verdict import Unparsable

SECONDS = 0.1  # the longest a verdict may take, a megabyte of text included

_INSIDE = (  # put between the tags
    "", " ", "\n\n", "nan", "inf", "-inf", "1e999", "1e5", "-0", "0.5", "3.0", "1.", ".", "-", "+", "--5", "5-", "1/0", "1/2/3",
    "9**9**9", "__import__('os').system('true')", "lambda: 0", "[x for x in range(10**9)]", "{" * 400, "]" * 400,
    "((1))", "[[1], 2]",
    "1,2,,3", "0x10", "1_000", "true", "None", "null", "\x00", "1\x002", "\u0661\u0662\u0663", "\uff11\uff12",
    "\u00b2", "\U0001d7d9",
    "\\frac{1}{0}", "\\frac{\\frac{1}{2}}{3}", "$", "$$", "**", "```", "I do not know.", "5 or 6", "<answer>", "</answer>",
)  # fmt: skip


def completions() -> Iterator[tuple[str, str]]:
    """(what it is, the completion): 49 short answers and 16 that are long or have broken tags."""
    for text in _INSIDE:
        yield repr(text)[:40], f"<answer>{text}</answer>"
    yield "no tag at all", "The answer is 5."
    yield "nothing", ""
    yield "a tag that never closes", "<answer>5"
    yield "closed before it opens", "</answer>5<answer>"
    yield "nested tags", "<answer>" * 200 + "5" + "</answer>" * 200
    yield "5,000 digits", f"<answer>{'9' * 5000}</answer>"
    yield "5,000 digits in a list", f"<answer>1 {'7' * 5000} 2</answer>"
    yield "100,000 tokens", f"<answer>{'1 ' * 100_000}</answer>"
    yield "100,000 minus signs", f"<answer>{'-' * 100_000}</answer>"
    yield "a megabyte of one letter", "a" * 1_000_000
    yield "a megabyte of unclosed tags", "<answer>" * 125_000
    yield "a megabyte of unclosed boxes", "\\boxed{" * 142_857
    yield "a megabyte of open braces in a box", "\\boxed" + "{" * 1_000_000
    yield "a megabyte of closed tags", "<answer>1</answer>" * 55_000
    yield "a megabyte of blanks in a tag", f"<answer>{' ' * 1_000_000}</answer>"
    yield "a megabyte of dollars in a tag", f"<answer>{'$' * 1_000_000}</answer>"


@cache
def final_answers() -> list[tuple[str, str, float]]:
    """(what it is, the final answer found in it, the CPU-seconds of finding it) for each completion.

    The scan of a completion is the same for every environment, so it is done once; what is read out of it is not. Where
    no answer is found, every environment refuses: the empty text stands for it.
    """
    found = []
    for what, completion in completions():
        seconds = []
        for _ in range(2):
            start = time.process_time()
            try:
                text = final_answer(completion)
            except Unparsable:
                text = ""
            seconds.append(time.process_time() - start)
        found.append((what, text, min(seconds)))
    return found
