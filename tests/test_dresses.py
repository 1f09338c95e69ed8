"""Right answers in common dress are read, in every environment; wrong, damaged and ambiguous ones are not let in."""

import re
from random import Random

import pytest

import rlve
from rlve import Fraction, Infeasible, IntegerSet, Unparsable
from rlve.authoring.dresses import AROUND, named_dresses
from rlve.authoring.near_misses import near_misses

LEVELS = (0, 3, 6)


def kind(form) -> str:
    return type(form).__name__ + " of pairs" * getattr(form, "pairs", False)


def sample(rng):
    """A problem of any environment, at a low level."""
    cls = rlve.make(rng.choice(rlve.names()))
    return cls.sample(min(rng.choice(LEVELS), cls.max_level), rng.randrange(1000))


def dressed(form, answer, rng) -> tuple[str, str]:
    """An answer in one dress, or in two."""
    name, text = rng.choice(list(named_dresses(form, answer).items()))
    if rng.random() < 0.3:
        outer = rng.choice(list(AROUND))
        name, text = f"{name} in {outer}", AROUND[outer].format(text)
    return name, text


def test_every_dress_is_read_in_every_environment():
    passed = set()
    for name in rlve.names():
        cls = rlve.make(name)
        for level in LEVELS:
            problem = cls.sample(min(level, cls.max_level), 0)
            for dress, text in named_dresses(problem.format, problem.reference).items():
                assert problem.verify(text, extracted=True).correct, (name, dress, text)
                passed.add((kind(problem.format), dress))
    assert len(passed) >= 490


def wrong_answers_let_in(seed: int, verdicts: int) -> list[tuple]:
    """Dressed near misses and answers to other problems that are judged correct although the bare ones are not."""
    rng, asked, let_in = Random(seed), 0, []
    while asked < verdicts:
        problem, form = (one := sample(rng)), one.format
        others = [type(problem).sample(problem.task.level, rng.randrange(1000)).reference for _ in range(2)]
        for answer in [*near_misses(form, problem.reference, rng), *others]:
            if problem.judge(answer).correct:
                continue
            for _ in range(3):
                try:
                    name, text = dressed(form, answer, rng)
                except (Unparsable, ValueError, ArithmeticError):  # a near miss that the format cannot write
                    continue
                asked += 1
                if problem.verify(f"<answer>{text}</answer>").correct:
                    let_in.append((problem.task, name, text))
    return let_in


_SIGNS = [
    *"-+|&\\,;:.()[]{}$*=\"'`_\n 0",
    "\\\\",
    "- ",
    " - ",
    "\u200b",
    "\u2212",
    "\u2013",
    ".0",
    "and",
    "|-1|",
    "\\,",
    "**",
    "0",
]


def damaged(text, rng) -> str:
    """A text with one to three signs added, removed or replaced."""
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(text) + 1)
        text = text[:place] + rng.choice(["", *_SIGNS]) + text[place + rng.randint(0, 1) :]
    return text


def numbers_in(text, form) -> list[int]:
    """The integers that stand in a text, after its last = sign, read in a way that shares nothing with the formats."""
    text = re.sub(r"```[\w-]*", "", text.rpartition("=")[2]).replace("\u2212", "-")
    text = re.sub(r"(?<![0-9])[\u200b\u200e\u200f\u2066\u2069\ufeff]+|[\u200b\u200e\u200f\u2066\u2069\ufeff]+(?![0-9])", "", text)
    if kind(form) == "Integer":
        text = re.sub(r"(?<=[0-9])(?:,|\\,|\{,\})(?=[0-9]{3})", "", text)
    text = re.sub(r"\.00?(?![0-9])", "", text)
    return [int(number) for number in re.findall(r"[0-9]+" if getattr(form, "pairs", False) else r"-?[0-9]+", text)]


def misread(seed: int, verdicts: int) -> list[tuple]:
    """Damaged texts that are read as other numbers than stand in them."""
    rng, asked, wrong, read = Random(seed), 0, [], 0
    while asked < verdicts:
        problem, form = (one := sample(rng)), one.format
        if kind(form) in ("Text", "Expression", "Formula") or isinstance(form, Fraction):
            continue
        if kind(form) == "Grid" and isinstance(problem.reference[0], str):  # cells that are no numbers
            continue
        for _ in range(20):
            name, text = dressed(form, problem.reference, rng)
            text = damaged(text, rng)
            asked += 1
            try:
                value = form.parse(text)
            except (Unparsable, Infeasible):
                continue
            read += 1
            value = [value] if kind(form) == "Integer" else value
            value = [cell for row in value for cell in row] if kind(form) == "Grid" else list(value)
            found = numbers_in(text, form)
            if value != (sorted(found) if isinstance(form, IntegerSet) else found):
                wrong.append((problem.task, name, text, value))
    assert read > verdicts / 20
    return wrong


def test_no_dress_lets_a_wrong_answer_in():
    assert wrong_answers_let_in(0, 3000) == []


def test_a_damaged_text_is_read_as_what_stands_in_it_or_not_at_all():
    assert misread(0, 3000) == []


@pytest.mark.slow
def test_no_wrong_answer_in_100_000_verdicts():
    assert wrong_answers_let_in(1, 60_000) == []
    assert misread(1, 60_000) == []
