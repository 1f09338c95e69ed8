"""The statements of small problems: a list of one entry is no plural, and no range runs from a number to itself."""

import re

import pytest

import rlve

NOUNS = (
    "arcs|cells|centres|characters|columns|counts|different|edges|entries|factors|games|integers|intervals|items|jobs|jugs|litres|"
    "moduli|moves|numbers|of these|pairs|people|places|points|positions|rows|steps|strings|subsets|ticks|values|vertices"
)
FAULTS = {
    "a plural after 1": rf"(?<![-\d^*/.] )(?<![-\d^*/.])(?<!and )\b1 ({NOUNS})\b",
    "these 1": r"\b(these|those) 1\b",
    "a range of one number": r"(?<![-\d])(-?\d+) to \1\b|(?<![-\d])(-?\d+) <= \w <= \2\b",
    "two spaces": r"  ",
    "a list of one line": r"one a line[^\n]*\n[^\n]*\d[^\n]*\n(?=[A-Z])",
    "a list of one number": r"\b(these|those)\b[^\n.]*:\n-?\d+\n(?=[A-Z])",
}


def faults(text: str) -> list[str]:
    return [name for name, pattern in FAULTS.items() if re.search(pattern, text)]


@pytest.mark.parametrize("name", rlve.names())
def test_small_statements_are_worded_for_their_numbers(name):
    environment = rlve.make(name)
    for level in range(min(5, environment.max_level + 1)):
        for seed in range(40):
            problem = environment.sample(level, seed)
            found = faults(problem.prompt())
            assert not found, f"{problem.task}: {', '.join(found)} in\n{problem.prompt()}"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Here are 1 integers:\n4", "a plural after 1"),
        ("jug 0 holds 2 and jug 1 holds 1 litres.", "a plural after 1"),
        ("none is one of these 1:\n2\nThe order does not matter.", "these 1"),
        ("all integers from 3 to 3", "a range of one number"),
        ("all pairs with 4 <= x <= 4", "a range of one number"),
        ("no  blanks", "two spaces"),
        ("has these edges, one a line:\n0 1\nAssign a vertex.", "a list of one line"),
        ("in which none of these integers occurs:\n3\nThe sequence is one of them.", "a list of one number"),
    ],
)
def test_each_fault_of_wording_is_found(text, fault):
    assert fault in faults(text)


def test_sound_statements_have_no_fault():
    assert not faults(
        "Here are 11 integers from 1 to 12:\n1 2\nAll of 21 points, from -3 to 3; the jugs 0 and 1 hold 1 and 2 litres."
    )
