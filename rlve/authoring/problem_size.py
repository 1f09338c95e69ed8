"""How much a problem asks to be read and written: what the first rung may hold, and how far a step between levels goes."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from rlve.answers import Expression, Grid, Integer, IntegerList, Text
from rlve.authoring.problem_fields import visible
from rlve.environment import Environment

CHARACTERS, INTEGERS, ENTRIES, COUNT = 700, 24, 6, 20  # of level 0
EXCUSED_INTEGERS = 40  # with an exemption from "integers"
GRID, FILLED_GRID, EMPTY = 9, 16, 4  # cells of a grid as the answer; more where only so many of them are empty
STEP = 4 / 3
ALLOWED = {"characters": 60, "integers": 6, "entries": 2}  # a line, two records of three, two entries: a step at any size

_CELLS = re.compile(r"[0-9A-Za-z.#?*_]+")
_RUN = re.compile(r"[0-9]+")
_COUNTED = re.compile(r"\bhow many\b|\b(?:give|find|what is) (?:the|their) (?:least |greatest )?number\b", re.IGNORECASE)


@dataclass(frozen=True)
class Size:
    """Characters and integers of a statement, and entries of an answer."""

    characters: float
    integers: float
    entries: float


def integers_in(text: str) -> int:
    """The integers a reader meets; a row of cells printed without blanks counts as one."""
    words = [word.strip(".,:;()") for word in text.split()]
    return sum(bool(_RUN.search(word)) if _CELLS.fullmatch(word) else len(_RUN.findall(word)) for word in words)


def entries_of(problem: Environment) -> int:
    """How many entries the reference has: numbers of a list, cells of a grid, characters of a word."""
    form = problem.format
    if isinstance(form, Grid):
        return form.rows * form.columns
    if isinstance(form, Expression):
        return len(form.numbers)
    return len(problem.reference) if isinstance(form, (IntegerList, Text)) else 1


def size_of(problem: Environment) -> Size:
    """The size of one problem."""
    statement = problem.statement()
    return Size(len(statement), integers_in(statement), entries_of(problem))


def size_over(problems: Sequence[Environment], of: Callable[[list[float]], float]) -> Size:
    """The median, the largest ... of the sizes of some problems, each by itself."""
    sizes = [size_of(problem) for problem in problems]
    return Size(*(of([getattr(size, part) for size in sizes]) for part in ALLOWED))


def first_rung(problems: Sequence[Environment]) -> Iterator[tuple[str, str]]:
    """What is too large in the problems of level 0: (test, what was seen and what helps)."""
    size = size_over(problems, max)
    if size.characters > CHARACTERS:
        yield "first-rung", f"a statement of {size.characters} characters, at most {CHARACTERS}: fewer words, or start smaller"
    if size.integers > EXCUSED_INTEGERS:
        yield "first-rung", f"{size.integers} integers to read, at most {INTEGERS}: start with a smaller instance"
    elif size.integers > INTEGERS:
        excuse = f"start smaller, or excuse an input that cannot be smaller (up to {EXCUSED_INTEGERS})"
        yield "integers", f"{size.integers} integers to read, at most {INTEGERS}: {excuse}"
    crowded = [problem for problem in problems if entries_of(problem) > most_entries(problem)]
    if crowded:
        seen = max(map(entries_of, crowded))
        yield "first-rung", f"an answer of {seen} entries, at most {most_entries(crowded[0])}: start smaller, or with 2 questions"
    counts = [problem.reference for problem in problems if is_count(problem) and abs(problem.reference) >= COUNT]
    if counts:
        yield "first-rung", f"a count of {max(counts)}, they are to be below {COUNT}: start smaller, or ask for less"
    answer, times = Counter(problem.reference for problem in problems).most_common(1)[0]
    if 2 * times > len(problems):
        yield "first-rung", f"{str(answer)[:50]} is the answer of {times} in {len(problems)} problems: widen the smallest draw"


def most_entries(problem: Environment) -> int:
    """How many entries an answer of level 0 may have."""
    if not isinstance(problem.format, Grid):
        return ENTRIES
    return FILLED_GRID if _nearly_filled(problem) else GRID


def is_count(problem: Environment) -> bool:
    """Whether the answer is a single number that says how many there are: by the name or the words of the statement."""
    return isinstance(problem.format, Integer) and ("count" in problem.name or bool(_COUNTED.search(problem.statement())))


def _nearly_filled(problem: Environment) -> bool:
    """Whether a grid that is shown differs from the answer in a few cells only."""
    answer = problem.reference
    for name in visible(problem):
        shown = getattr(problem, name)
        if not isinstance(shown, tuple) or len(shown) != len(answer):
            continue
        if all(isinstance(row, (tuple, str)) and len(row) == len(right) for row, right in zip(shown, answer, strict=True)):
            cells = [a != b for row, right in zip(shown, answer, strict=True) for a, b in zip(row, right, strict=True)]
            if sum(cells) <= EMPTY:
                return True
    return False


def too_large_a_step(before: Size, after: Size, parameters: tuple[dict[str, int], dict[str, int]]) -> list[str]:
    """What grows by more than a third, and by more than the task's smallest step, from one level to the next.

    before, after: the typical sizes of the two levels. Some lines, records or entries more are a small step at any
    size. Where parameters grow by no more than one, that is the smallest step there is, and what is read or written may
    double by it (a matrix of 3 rows becomes one of 4).
    """
    old, new = parameters
    changes = [new.get(name, 0) - old.get(name, 0) for name in {*old, *new} if new.get(name, 0) != old.get(name, 0)]
    found = []
    for part, allowed in ALLOWED.items():
        small, large = getattr(before, part), getattr(after, part)
        limit = max(ceil(small * STEP), small + allowed, 2 * small + 1 if {*changes} == {1} else 0)
        if large > limit:
            found.append(f"{part} from {small:g} to {large:g} (at most {limit:g})")
    return found
