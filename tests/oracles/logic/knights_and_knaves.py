"""Independent judge of envs/logic/knights_and_knaves.py."""

import itertools
from functools import lru_cache

from rlve.authoring.gate import up_to


def _is_true(saying, knights) -> bool:
    """A printed statement, read word by word."""
    if saying.startswith("if "):
        first, second = saying.removeprefix("if ").split(", then ")
        return not _is_true(first, knights) or _is_true(second, knights)
    for joint, decide in ((" if and only if ", lambda a, b: a == b), (" and ", min), (" or ", max)):
        if joint in saying:
            return decide(*[_is_true(part, knights) for part in saying.split(joint)])
    person, kind = saying.split(" is a ")
    return (person in knights) == (kind == "knight")


@lru_cache(maxsize=1000)
def _possible(text) -> list[tuple[int, ...]]:
    spoken = [line.split(": ") for line in text.split("\n")[1:-1]]
    found = []
    for types in itertools.product((0, 1), repeat=len(spoken)):
        knights = {person for (person, _), value in zip(spoken, types, strict=True) if value}
        if all(_is_true(saying, knights) == (person in knights) for person, saying in spoken):
            found.append(types)
    return found


@up_to(5)
def knights_and_knaves(problem, answer) -> bool:
    return _possible(problem.statement()) == [tuple(answer)]
