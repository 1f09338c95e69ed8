import dataclasses
import itertools
import json
import pickle
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from random import Random

import pytest
from toys import Successor

import rlve
from rlve import (
    ConstraintEnvironment,
    DrawError,
    Environment,
    Infeasible,
    Integer,
    IntegerList,
    OptimizationEnvironment,
    Unparsable,
    grow,
    hidden,
)


class Double(Environment):
    """Double a number."""

    number: int

    @classmethod
    def parameters(cls, level):
        return {"size": 10 + level}

    @classmethod
    def draw(cls, rng: Random, size: int):
        return cls(number=rng.randint(0, size))

    def statement(self):
        return f"Double {self.number}."

    def answer_format(self):
        return Integer()

    def solve(self):
        return 2 * self.number


class Smallest(OptimizationEnvironment):
    """Name a smallest number."""

    numbers: Sequence[int]
    goal = "minimum"

    def statement(self):
        return "Pick."

    def answer_format(self):
        return Integer()

    def solve(self):
        return min(self.numbers)

    def objective(self, answer):
        if answer not in self.numbers:
            raise Infeasible("not in the list")
        return answer


class Largest(Smallest):
    """Name a largest number."""

    goal = "maximum"

    def solve(self):
        return max(self.numbers)

    def baseline(self):
        return min(self.numbers)


class Ascending(ConstraintEnvironment):
    """Write numbers that ascend."""

    length: int
    solution: Sequence[int] = hidden()

    def statement(self):
        return "Ascend."

    def answer_format(self):
        return IntegerList(length=self.length)

    def satisfied(self, answer):
        if 13 in answer:
            raise Unparsable("unlucky")
        return sum(a < b for a, b in itertools.pairwise(answer)), self.length - 1


def reply(text):
    return f"<answer>{text}</answer>"


def test_the_four_verdicts_on_an_answer():
    problem = Double(number=21)
    assert (problem.verify(reply(42)).status, problem.verify(reply(42)).reward) == ("correct", 1.0)
    assert (problem.verify(reply(41)).status, problem.verify(reply(41)).reward) == ("wrong", 0.0)
    assert (problem.verify("42").status, problem.verify("42").reward) == ("unparsable", -1.0)
    short = Ascending(length=3, solution=[1, 2, 3]).verify(reply("1 2"))
    assert (short.status, short.reward) == ("infeasible", -0.5)
    assert problem.verify(reply(42)).correct is True
    assert problem.verify(reply(41)).correct is False


def test_partial_credit_of_each_kind():
    smallest = Smallest(numbers=[4, 5, 8])
    assert smallest.judge(4).correct
    assert smallest.judge(8).reward == pytest.approx((4 / 8) ** 5)
    assert smallest.judge(7).status == "infeasible"
    assert Smallest(numbers=[-3, 5]).judge(5).reward == 0.0
    largest = Largest(numbers=[-10, 0, 10])
    assert largest.judge(0).reward == pytest.approx(0.5**5)
    assert largest.judge(-10).reward == 0.0
    ascending = Ascending(length=3, solution=[1, 2, 3])
    assert ascending.judge([5, 6, 7]).correct
    assert ascending.judge([1, 2, 2]).reward == pytest.approx(0.5**5)
    assert ascending.judge([1, 13, 14]).status == "unparsable"


def test_partial_credit_never_reaches_that_of_a_right_answer():
    class Generous(Double):
        """Everything earns much."""

        def score(self, answer):
            return 1.0

    assert Generous(number=1).judge(5).reward == 0.99
    assert Largest(numbers=[0, 10**9 - 1, 10**9]).judge(10**9 - 1).reward == 0.99


def variant(base, **members):
    return type("Variant", (base,), {"__module__": __name__, "__doc__": "A faulty variant.", **members})


def raises(*_):
    raise RuntimeError("broken")


@pytest.mark.parametrize(
    "problem",
    [
        variant(Double, solve=raises)(number=1),
        variant(Double, solve=lambda self: None)(number=1),
        variant(Double, solve=lambda self: 2.0)(number=1),
        variant(Double, answer_format=lambda self: Integer(low=5))(number=1),
        variant(Double, answer_format=raises)(number=1),
        variant(Smallest, objective=raises)(numbers=[1, 2]),
        variant(Smallest, objective=lambda self, answer: float(answer))(numbers=[1, 2]),
        variant(Smallest, objective=lambda self, answer: float("nan"))(numbers=[1, 2]),
        variant(Smallest, solve=lambda self: 7)(numbers=[1, 2]),
        variant(Smallest, goal="least")(numbers=[1, 2]),
        Ascending(length=3, solution=[3, 2, 1]),
        Ascending(length=3, solution=[1, 13, 14]),
        variant(Ascending, satisfied=lambda self, answer: (0, 0))(length=3, solution=[1, 2, 3]),
    ],
)
def test_a_failure_on_our_own_side_is_a_fault_whatever_the_answer(problem):
    for text in ("1", "", "1 2 3", "nonsense"):
        verdict = problem.verify(reply(text))
        assert (verdict.status, verdict.reward, verdict.correct) == ("fault", None, None)
        assert verdict.reason


def test_a_failure_while_judging_is_a_fault_and_not_a_wrong_answer():
    assert variant(Double, score=raises)(number=1).judge(3).status == "fault"
    assert variant(Double, score=lambda self, answer: float("nan"))(number=1).judge(3).status == "fault"
    assert variant(Double, score=lambda self, answer: 1.5)(number=1).judge(3).status == "fault"
    beaten = variant(Smallest, solve=lambda self: 2)(numbers=[1, 2])
    assert beaten.judge(1).status == "fault"
    assert beaten.judge(2).correct


def test_objectives_are_compared_exactly():
    class Close(Smallest):
        """Fractions that floats cannot tell apart."""

        def objective(self, answer):
            return Fraction(10**30 + answer, 10**30)

    assert Close(numbers=[1, 2]).judge(2).status == "wrong"


def test_a_problem_is_frozen_hashable_and_survives_pickle_and_json():
    problem = rlve.problem("integer_sorting", 3, 42)
    assert isinstance(problem.numbers, tuple)
    assert hash(problem) == hash(type(problem).sample(3, 42))
    assert pickle.loads(pickle.dumps(problem)) == problem
    again = rlve.from_dict(json.loads(json.dumps(problem.to_dict())))
    assert again == problem
    assert again.task == problem.task == ("integer_sorting", 3, 42)
    with pytest.raises(dataclasses.FrozenInstanceError):
        problem.numbers = ()


def test_the_task_and_cached_values_are_not_compared():
    problem = Double.sample(0, 1)
    assert Double(number=problem.number) == problem
    assert Double(number=problem.number).task is None


def test_hidden_fields_are_in_neither_repr_nor_prompt():
    problem = rlve.problem("post_correspondence_permutation", 3, 1)
    assert "solution" not in repr(problem)
    assert problem.to_dict()["fields"]["solution"] == problem.solution


@pytest.mark.parametrize("value", [1.5, None, {1: 2}, [1, 2.5], [[1], [None]], Fraction(1, 2)])
def test_fields_hold_only_what_json_keeps(value):
    with pytest.raises(TypeError, match="field number of Double"):
        Double(number=value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"fields": {}}, "has the fields numbers"),
        ({"fields": {"numbers": [1], "more": 2}}, "has the fields numbers"),
        ({"fields": {"numbers": "12"}}, r"numbers of integer_sorting should be Sequence\[int\]"),
        ({"fields": {"numbers": [1, "2"]}}, r"should be Sequence\[int\]"),
        ({"fields": {"numbers": [1, 2.5]}}, "holds float"),
        ({"version": 99}, "version 1, got integer_sorting version 99"),
        ({"environment": "integer_sortin"}, "did you mean integer_sorting"),
    ],
)
def test_a_damaged_saved_problem_says_what_was_expected(change, words):
    with pytest.raises(ValueError, match=words):
        rlve.from_dict(rlve.problem("integer_sorting", 1, 1).to_dict() | change)
    with pytest.raises(ValueError, match="keys environment, version, task and fields"):
        rlve.from_dict({"fields": {}})


@pytest.mark.parametrize(("level", "seed"), [(-1, 0), (31, 0), (1.0, 0), (True, 0), ("1", 0), (0, -1), (0, 0.5), (0, None)])
def test_wrong_levels_and_seeds(level, seed):
    with pytest.raises(ValueError, match=r"expected|should be an integer >= 0|has levels 0 to 30"):
        rlve.problem("integer_sorting", level, seed)


def test_a_wrong_style_lists_the_right_ones():
    with pytest.raises(ValueError, match="'answer', 'boxed'"):
        Double(number=1).prompt("tags")
    assert Double(number=1).prompt().endswith("Answer with one integer between <answer> and </answer>.")
    assert Double(number=1).prompt("boxed").endswith("Answer with one integer inside \\boxed{}.")


def test_a_completion_that_is_no_text_is_the_callers_mistake():
    with pytest.raises(TypeError, match="expects the completion as a str"):
        Double(number=1).verify(["42"])


def test_sample_redraws_while_a_guess_is_right_and_gives_up_in_the_end():
    zero_is_trivial = variant(Double, guesses=lambda self: [0, [1, 2], None])
    assert all(zero_is_trivial.sample(0, seed).number for seed in range(100))
    with pytest.raises(DrawError, match="refused 100 draws at level 0, seed 5"):
        variant(Double, acceptable=lambda self: False).sample(0, 5)


def test_four_threads_draw_what_one_draws():
    names = rlve.names()
    tasks = [(name, level, seed) for seed in range(10) for level in (0, 3) for name in names]

    def drawn(task):
        problem = rlve.make(task[0]).sample(*task[1:])
        return problem.to_dict(), problem.prompt(), problem.reference_text

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(drawn, tasks)) == list(map(drawn, tasks))


def test_a_problem_is_cached_and_a_class_serves_as_a_name():
    assert rlve.problem("Sorting", 2, 3) is rlve.problem("integer_sorting", 2, 3)
    assert rlve.problem(Double, 2, 3) == Double.sample(2, 3)
    assert rlve.make("double") is Double


def test_grow_is_exact():
    assert [grow(3, level, percent=10, plus=1) for level in range(11)] == [3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16]
    assert [grow(8, level, percent=50) for level in range(6)] == [8, 12, 18, 27, 40, 60]


def test_an_environment_may_not_replace_the_checks_of_the_base():
    with pytest.raises(TypeError, match="should not define __post_init__"):
        variant(Double, __post_init__=lambda self: None)


def hooked(base: type, hook: str, value: object) -> rlve.Environment:
    """A problem whose hook gives `value` for every answer but the reference."""

    class Hooked(base):
        number: int
        goal = "maximum"

        def statement(self):
            return "A number?"

        def answer_format(self):
            return Integer(0, 99)

        def solve(self):
            return self.number

    right = {"score": 1.0, "objective": 7, "satisfied": (3, 3)}[hook]
    setattr(Hooked, hook, lambda self, answer: right if answer == self.number else value)
    return Hooked(number=7)


NAN = float("nan")


@pytest.mark.parametrize(
    ("base", "hook", "value"),
    [
        *((rlve.Environment, "score", value) for value in (None, NAN, True, "1", -0.1, 1.5, float("inf"), [1])),
        *((rlve.OptimizationEnvironment, "objective", value) for value in (None, NAN, 3.0, True, "3", (3,))),
        *(
            (rlve.ConstraintEnvironment, "satisfied", value)
            for value in (None, NAN, 3, (3,), (2.0, 3), (True, 3), (4, 3), (-1, 3), (0, 0), "23", [2, 3])
        ),
    ],
)
def test_a_hook_that_gives_nonsense_is_a_fault_that_names_it(base: type, hook: str, value: object) -> None:
    problem = hooked(base, hook, value)
    assert problem.judge(7).correct
    verdict = problem.judge(8)
    assert (verdict.status, verdict.reward) == ("fault", None) and hook in verdict.reason, verdict
    assert problem.verify("<answer>8</answer>").status == "fault"


def test_a_score_of_one_is_no_right_answer() -> None:
    verdict = hooked(rlve.Environment, "score", 1).judge(8)
    assert (verdict.status, verdict.reward) == ("wrong", 0.99)


JUNK = (None, True, -1, 2**63, 10**400, 1.5, NAN, "x", "", [], [[]], {}, [1, "a"], {"a": 1}, [[[[[[[[[[1]]]]]]]]]], ["", None])


@pytest.mark.parametrize("name", rlve.names())
def test_a_tampered_problem_is_a_value_error_or_a_problem_judged_in_time(name: str) -> None:
    saved = json.loads(json.dumps(rlve.problem(name, 1, 5).to_dict()))
    assert rlve.from_dict(saved).task == (name, 1, 5)
    places = [("task",), ("version",), ("fields",), *(("fields", field) for field in saved["fields"])]
    for place, junk, task in itertools.product(places, JUNK, (saved["task"], None)):
        data = json.loads(json.dumps({**saved, "task": task}))
        (data if len(place) == 1 else data["fields"])[place[-1]] = junk
        try:
            problem = rlve.from_dict(data)
        except ValueError:
            continue
        start = time.process_time()
        assert problem.verify("<answer>1 2 3</answer>").status in ("wrong", "correct", "infeasible", "unparsable", "fault")
        assert time.process_time() - start < 1, (place, junk)


def test_a_saved_problem_is_the_one_its_task_draws() -> None:
    saved = rlve.problem("integer_sorting", 2, 7).to_dict()
    with pytest.raises(ValueError, match="integer_sorting draws another problem at level 2, seed 8"):
        rlve.from_dict({**saved, "task": ["integer_sorting", 2, 8]})
    assert rlve.from_dict({**saved, "task": None}).task is None


@pytest.mark.parametrize("hook", ["draw", "parameters", "statement", "solve", "answer_format", "score", "acceptable"])
def test_a_hook_that_ends_python_is_a_fault(hook):
    def leave(*arguments, **more):
        raise SystemExit(0)

    broken = type("Leaving", (Successor,), {hook: classmethod(leave) if hook in ("draw", "parameters") else leave})
    if hook in ("draw", "parameters", "acceptable"):
        with pytest.raises(DrawError, match="leaving tried to end Python"):
            broken.sample(0, 1)
    elif hook == "statement":
        with pytest.raises(DrawError, match="tried to end Python"):
            broken.sample(0, 1).prompt()
    else:
        assert broken.sample(0, 1).verify("<answer>777</answer>").status == "fault"


@pytest.mark.parametrize(
    "strange",
    [
        *({"name": name} for name in (5, "", None, "a|b", "a, b", "two words", "a/b", "a\nb", "a:b")),
        *({"max_level": level} for level in ("high", 3.5, -1, True, None)),
        *({"version": version} for version in (None, "1", 0)),
    ],
    ids=str,
)
def test_a_name_or_a_number_of_another_kind_is_refused_where_the_class_is_made(strange):
    with pytest.raises(TypeError, match=f"{next(iter(strange))} of Odd should be"):
        type("Odd", (Successor,), strange)
