"""Sizes of problems: integers and entries are counted as a reader and a writer meet them, and steps are judged fairly."""

from collections.abc import Sequence
from statistics import median

import pytest

from rlve import Environment, Expression, Grid, Integer, IntegerList, Text, hidden
from rlve.authoring.problem_size import Size, entries_of, first_rung, integers_in, is_count, size_over, too_large_a_step


class Shown(Environment):
    """A problem with whatever statement, format and answer."""

    words: str
    solution: Sequence[Sequence[int]] = hidden()
    shown: Sequence[Sequence[int]] = ()

    form = Integer()

    def statement(self):
        return self.words

    def answer_format(self):
        return self.form

    def solve(self):
        return self.solution


def shown(words="How much?", form=None, solution=5, fields=()):
    problem = Shown(words, solution, fields)
    problem.__dict__["form"] = form or Integer()
    return problem


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Add 3, -4 and 5.", 3),
        ("0110\n1001", 2),
        ("..2#\n....", 1),
        ("(3, 4) (5,6)", 4),
        ("3->4 1-2", 4),
        ("x1 or x2: 12.5", 3),
        ("1 2 3\n4 5 6", 6),
        ("none", 0),
    ],
)
def test_integers_are_counted_as_they_are_read(text, count):
    assert integers_in(text) == count


def test_entries_are_counted_by_the_format():
    assert entries_of(shown()) == 1
    assert entries_of(shown(form=IntegerList(length=3), solution=[1, 2, 3])) == 3
    assert entries_of(shown(form=Text("ab", length=4), solution="abab")) == 4
    assert entries_of(shown(form=Grid(2, 3), solution=((1, 2, 3), (4, 5, 6)))) == 6
    assert entries_of(shown(form=Expression([1, 2, 3]), solution="1+2+3")) == 3


def findings(**changes):
    return [message for _, message in first_rung([shown(**{"solution": number, **changes}) for number in range(4)])]


def test_a_small_problem_is_a_first_rung_and_a_large_one_says_what_is_too_large():
    assert not findings()
    assert "a statement of 701 characters" in findings(words="a" * 701)[0]
    assert "25 integers" in findings(words="1 " * 25)[0]
    six, seven = ({"form": IntegerList(length=n), "solution": list(range(n))} for n in (6, 7))
    assert [message for message in findings(**six) if "entries" in message] == []
    assert any("an answer of 7 entries, at most 6" in message for message in findings(**seven))
    assert "is the answer of 4 in 4 problems" in findings(solution=3)[0]


def test_only_counts_are_bounded():
    assert "a count of 25" in findings(words="How many are there?", solution=25)[0]
    assert not [message for message in findings(words="What is the sum?", solution=25) if "count" in message]
    assert is_count(shown("Give the number of paths modulo 10007."))
    assert not is_count(shown("Add up the number of the page and of the line."))


def test_a_grid_of_sixteen_cells_needs_to_be_nearly_filled():
    right = tuple(tuple((i + j) % 4 for j in range(4)) for i in range(4))
    few = ((-1, -1, -1, -1), *right[1:])
    many = ((-1, -1, -1, -1), (-1, *right[1][1:]), *right[2:])
    for fields, fits in ((few, True), (many, False), ((), False)):
        problem = shown(form=Grid(4, 4, low=0, high=3), solution=right, fields=fields)
        assert any("entries" in message for _, message in first_rung([problem])) != fits
    assert not any("entries" in message for message in findings(form=Grid(3, 3), solution=[[1, 2, 3]] * 3))


def test_a_step_is_at_most_a_third_or_the_smallest_there_is():
    def grown(before, after, old=None, new=None):
        return too_large_a_step(Size(*before), Size(*after), (old or {"n": 10}, new or {"n": 20}))

    assert not grown((300, 30, 9), (400, 40, 12))
    assert [part.split()[0] for part in grown((300, 30, 9), (401, 41, 13))] == ["characters", "integers", "entries"]
    assert not grown((100, 6, 2), (160, 12, 4)), "small problems take a line, two records, two entries more"
    assert not grown((300, 9, 9), (300, 16, 16), {"n": 3}, {"n": 4})
    assert grown((300, 9, 9), (300, 20, 20), {"n": 3}, {"n": 4}), "a step of one does not excuse any growth"
    assert grown((300, 9, 9), (300, 16, 16), {"n": 3}, {"n": 5})


def test_a_typical_size_is_the_median():
    assert size_over([shown("1"), shown("1 2"), shown("1 2 3 4 5 6 7")], median) == Size(3, 2, 1)
