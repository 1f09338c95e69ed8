"""Simple rules: each format has some, they look at visible fields only, and they are right where they should be."""

import itertools
from collections.abc import Sequence
from random import Random

import pytest

import rlve
from rlve import (
    ConstraintEnvironment,
    Environment,
    Expression,
    Grid,
    Infeasible,
    Integer,
    IntegerList,
    IntegerSet,
    OptimizationEnvironment,
    Permutation,
    Text,
    hidden,
)
from rlve.authoring.simple_rules import lazy_answers, one_wrong_entry, simple_rules


class Toy(Environment):
    """Any fields, any format."""

    secret: Sequence[int] = hidden()
    numbers: Sequence[int] = ()
    n: int = 0
    rows: Sequence[Sequence[int]] = ()
    text: str = ""
    strings: Sequence[str] = ()

    def statement(self):
        return "?"

    def answer_format(self):
        return self.form


def toy(form, **fields):
    problem = Toy(**{"secret": (), **fields})
    problem.__dict__["form"] = form
    return problem


ARCS = ((0, 1, 2), (1, 2, 2), (0, 2, 9), (2, 3, 1))


@pytest.mark.parametrize(
    ("form", "fields", "answer"),
    [
        (IntegerList(length=3), {"numbers": (3, 1, 2)}, (1, 2, 3)),
        (IntegerList(length=3), {"numbers": (3, 1, 2)}, (2, 1, 3)),
        (IntegerList(length=3), {"numbers": (3, 1, 2)}, (3, 4, 6)),
        (IntegerList(length=2), {"numbers": (3, 1, 2)}, (3, 1)),
        (IntegerList(max_length=4, low=0, high=3), {"rows": ARCS}, (0, 2, 3)),
        (IntegerList(max_length=4, low=0, high=3), {"rows": ARCS}, (0, 1, 2, 3)),
        (IntegerList(length=2, low=0, high=1), {"rows": ((1, -2), (1, 2), (-1, -2))}, (1, 0)),
        (Permutation(3), {"numbers": (30, 10, 20)}, (1, 2, 0)),
        (Permutation(3), {"rows": ((6, 2), (1, 1), (2, 1))}, (1, 2, 0)),
        (Permutation(3), {"strings": ("b", "aa", "c")}, (1, 0, 2)),
        (IntegerSet(2, low=0, high=3), {"numbers": (5, 9, 1, 7)}, (1, 3)),
        (IntegerSet(max_length=4, low=0, high=3), {"numbers": (5, 9, 1, 7)}, (0, 2)),
        (Integer(), {"numbers": (5, 9, 1, 7)}, 22),
        (Integer(), {"n": 12}, 6),
        (Integer(), {"text": "aabba"}, 3),
        (Integer(), {"rows": ((1, 2), (5, 4))}, 9),
        (Text("ab", length=4), {"text": "abba"}, "aabb"),
        (Text("ab", length=4), {"text": "baab"}, "aabb"),
        (Grid(2, 2), {"rows": ((1, 2), (3, 4))}, ((1, 3), (2, 4))),
        (Grid(3, 3, low=0, high=2), {}, ((0, 1, 2), (1, 2, 0), (2, 0, 1))),
        (Expression([3, 1, 2]), {"numbers": (3, 1, 2)}, "(3 + 2) * 1"),
    ],
)
def test_a_rule_gives_this_answer(form, fields, answer):
    assert answer in simple_rules(toy(form, **fields)).values()


def test_what_is_hidden_is_not_looked_at():
    assert (9, 8, 7) not in simple_rules(toy(IntegerList(length=3), secret=(9, 8, 7))).values()
    assert (9, 8, 7) not in lazy_answers(toy(IntegerList(length=3), secret=(9, 8, 7))).values()


class Apart(OptimizationEnvironment):
    """Choose numbers, no two of them neighbours."""

    numbers: Sequence[int]
    goal = "maximum"

    def answer_format(self):
        return IntegerSet(max_length=len(self.numbers), low=0, high=len(self.numbers) - 1)

    def objective(self, answer, /):
        if any(b - a == 1 for a, b in itertools.pairwise(answer)):
            raise Infeasible("neighbours")
        return sum(self.numbers[i] for i in answer)


class Signs(ConstraintEnvironment):
    """Give each unknown the value of its place."""

    wanted: Sequence[int]

    def answer_format(self):
        return IntegerList(length=len(self.wanted), low=0, high=1)

    def satisfied(self, answer, /):
        return sum(a == b for a, b in zip(answer, self.wanted, strict=True)), len(self.wanted)


def test_greedy_rules_keep_to_the_rules_of_the_problem():
    assert simple_rules(Apart(numbers=(1, 5, 4, 3)))["largest numbers first, one by one"] == (1, 3)
    assert simple_rules(Signs(wanted=(1, 0, 1)))["greedy, entry by entry, first to last"] == (1, 0, 1)


@pytest.mark.parametrize("name", rlve.names())
def test_rules_have_the_same_names_and_valid_answers_everywhere(name):
    for level in (0, 3):
        problem = rlve.problem(name, level, 0)
        found = simple_rules(problem)
        assert len(found) >= 2, "every environment has rules that apply to it"
        for answer in [*found.values(), *lazy_answers(problem).values()]:
            assert problem.judge(answer).status != "unparsable"


def test_lazy_answers_are_constants_and_the_input():
    found = lazy_answers(toy(IntegerSet(max_length=3, low=0, high=2), numbers=(0, 2)))
    assert {(0, 2), (0, 1, 2), (0,)} <= {*found.values()}


@pytest.mark.parametrize(
    ("form", "right", "changed"),
    [
        (IntegerList(length=4, low=0, high=9), (1, 2, 3, 4), 1),
        (Permutation(4), (1, 0, 3, 2), 2),
        (Text("abc", length=4), "abca", 1),
        (Grid(2, 2, "ab"), ("ab", "ba"), 1),
        (Grid(2, 2), ((1, 2), (3, 4)), 1),
        (Integer(), 5, None),
        (IntegerList(length=1), (5,), None),
    ],
)
def test_one_entry_is_wrong(form, right, changed):
    problem = toy(form)
    problem.__dict__["reference"] = right
    found = [*one_wrong_entry(problem, Random(0), tries=30)]
    assert bool(found) == (changed is not None)

    def flat(answer):
        return [cell for row in answer for cell in row] if isinstance(form, Grid) else answer

    assert all(sum(a != b for a, b in zip(flat(answer), flat(right), strict=True)) == changed for answer in found)
