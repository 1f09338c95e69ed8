"""The schedulers, against a trace worked out by hand."""

import json
from collections import Counter
from fractions import Fraction
from random import Random
from time import perf_counter

import pytest

from rlve import Environment, Task
from rlve.environment import EVALUATION_SEED
from rlve.schedulers import SCHEDULERS, AdaptiveScheduler, Outcome, StaticScheduler, scheduler_named


class Doubling(Environment):
    """Ten lines of environment; only its name and max_level matter here."""

    number: int

    max_level = 3


class Halving(Environment):
    number: int


def outcomes(environment, level, right, wrong, faults=0):
    task = Task(environment, level, 0)
    return (
        [Outcome(task, True, 1.0, "correct")] * right
        + [Outcome(task, False, 0.0, "wrong")] * wrong
        + [Outcome(task, None, None, "fault")] * faults
    )


def adaptive(**options):
    return AdaptiveScheduler([Doubling, Halving], **{"tau_acc": 0.9, "tau_num": 10, "d_delta": 2, **options})


def test_defaults_are_those_of_the_paper():
    scheduler = AdaptiveScheduler([Halving])
    assert (scheduler.tau_acc, scheduler.tau_num, scheduler.d_delta) == (Fraction(9, 10), 128, 4)
    assert scheduler.levels() == {"halving": (0, 0)}


def test_a_trace_worked_out_by_hand():
    scheduler = adaptive()
    trace = [
        # outcomes of one policy update                                          halving: (l, h, a, b) after it
        (outcomes("halving", 0, 9, 0), [0, 0, 9, 9]),  # one short of tau_num: no check
        (outcomes("halving", 0, 0, 1), [0, 1, 0, 0]),  # exactly tau_num at exactly tau_acc: promoted, counters cleared
        (outcomes("halving", 0, 50, 0), [0, 1, 0, 0]),  # below h: not counted
        (outcomes("halving", 1, 8, 2), [0, 1, 0, 0]),  # just below tau_acc: not promoted, counters cleared all the same
        (outcomes("halving", 1, 4, 0) + outcomes("halving", 0, 0, 9), [0, 1, 4, 4]),  # the two levels are kept apart
        (outcomes("halving", 1, 20, 2), [1, 2, 0, 0]),  # 24 of 26 >= 0.9; the window keeps d_delta = 2 levels: l = h - 1
        (outcomes("halving", 1, 10, 0), [1, 2, 0, 0]),  # stale: drawn when 1 was the highest
        (outcomes("halving", 3, 10, 0), [1, 2, 0, 0]),  # above h: not counted either
        (outcomes("halving", 2, 0, 0, faults=30), [1, 2, 0, 0]),  # faults say nothing about the model
        (outcomes("halving", 2, 9, 1, faults=30), [2, 3, 0, 0]),
        (outcomes("halving", 3, 0, 10), [2, 3, 0, 0]),  # never a demotion
        ([], [2, 3, 0, 0]),
    ]
    for step, (given, expected) in enumerate(trace):
        scheduler.update(given)
        assert scheduler.progress()["halving"] == expected, step
    assert scheduler.levels() == {"doubling": (0, 0), "halving": (2, 3)}


def test_a_check_comes_once_per_update_after_all_outcomes():
    scheduler = adaptive()
    scheduler.update(outcomes("halving", 0, 30, 0))
    assert scheduler.window("halving") == (0, 1)
    scheduler = adaptive()
    scheduler.update(outcomes("halving", 0, 10, 0) + outcomes("halving", 0, 0, 10))
    assert scheduler.window("halving") == (0, 0)


def test_each_environment_is_checked_on_its_own():
    scheduler = adaptive()
    scheduler.update(outcomes("halving", 0, 9, 1) + outcomes("doubling", 0, 9, 0))
    assert scheduler.progress() == {"doubling": [0, 0, 9, 9], "halving": [0, 1, 0, 0]}


def test_levels_stop_at_max_level():
    scheduler = adaptive()
    for _ in range(6):
        scheduler.update(outcomes("doubling", scheduler.window("doubling")[1], 10, 0))
    assert scheduler.progress()["doubling"] == [2, 3, 0, 0]


@pytest.mark.parametrize(("d_delta", "expected"), [(1, (5, 5)), (4, (2, 5)), (6, (0, 5)), (9, (0, 5))])
def test_the_window_holds_at_most_d_delta_levels(d_delta, expected):
    scheduler = adaptive(d_delta=d_delta)
    for level in range(5):
        scheduler.update(outcomes("halving", level, 10, 0))
    assert scheduler.window("halving") == expected


def test_accuracy_is_compared_exactly():
    # 0.07 * 100 > 7 in floats
    scheduler = adaptive(tau_acc=0.07, tau_num=100)
    scheduler.update(outcomes("halving", 0, 7, 93))
    assert scheduler.window("halving") == (0, 1)
    scheduler = adaptive(tau_acc=Fraction(2, 3), tau_num=3)
    scheduler.update(outcomes("halving", 0, 2, 1))
    assert scheduler.window("halving") == (0, 1)


def test_draws_are_uniform_over_environments_and_window_levels():
    scheduler = adaptive(d_delta=3)
    for level in range(2):
        scheduler.update(outcomes("halving", level, 10, 0))
    drawn = [scheduler.draw() for _ in range(6000)]
    counts = Counter((task.environment, task.level) for task in drawn)
    assert set(counts) == {("doubling", 0), ("halving", 0), ("halving", 1), ("halving", 2)}
    assert 2800 < counts["doubling", 0] < 3200
    assert all(850 < counts["halving", level] < 1150 for level in range(3))
    assert all(0 <= task.seed < EVALUATION_SEED for task in drawn)
    assert len({task.seed for task in drawn}) > 5900


def test_a_stream_depends_on_the_seed_alone():
    first, second, other = (adaptive(seed=seed) for seed in (1, 1, 2))
    drawn = [first.draw() for _ in range(20)]
    assert drawn == [second.draw() for _ in range(20)]
    assert drawn != [other.draw() for _ in range(20)]


def rule(word):
    return lambda **options: scheduler_named(word, [Doubling, Halving], **options)


MAKES = [adaptive, lambda **options: StaticScheduler([Doubling, Halving], low=1, high=3, **options)]
MAKES += [rule("two_way"), rule("proportional"), rule("posterior")]


@pytest.mark.parametrize("make", MAKES)
def test_a_restored_scheduler_continues_the_same_stream(make):
    scheduler = make(seed=5)
    scheduler.update(outcomes("halving", 0, 10, 0) + outcomes("doubling", 0, 3, 1))
    for _ in range(10):
        scheduler.draw()
    restored = make(seed=99)
    restored.load_state_dict(json.loads(json.dumps(scheduler.state_dict())))
    assert restored.state_dict() == scheduler.state_dict()
    for one in (scheduler, restored):
        one.update(outcomes("doubling", 0, 6, 0))
    assert restored.levels() == scheduler.levels()
    assert [restored.draw() for _ in range(20)] == [scheduler.draw() for _ in range(20)]


def test_a_state_of_something_else_is_refused():
    state = adaptive().state_dict()
    with pytest.raises(ValueError, match="other algorithm: AdaptiveScheduler"):
        StaticScheduler([Doubling, Halving], high=1).load_state_dict(state)
    with pytest.raises(ValueError, match="other environments"):
        AdaptiveScheduler([Halving]).load_state_dict(state)
    with pytest.raises(ValueError, match=r"other options.*'tau_num': 10"):
        adaptive(tau_num=11).load_state_dict(state)
    with pytest.raises(ValueError, match="random missing"):
        adaptive().load_state_dict({key: value for key, value in state.items() if key != "random"})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tau_acc": 0}, "tau_acc"),
        ({"tau_acc": 1.1}, "tau_acc"),
        ({"tau_acc": "high"}, "tau_acc"),
        ({"tau_acc": float("nan")}, "tau_acc"),
        ({"tau_num": 0}, "tau_num"),
        ({"tau_num": 12.5}, "tau_num"),
        ({"d_delta": 0}, "d_delta"),
        ({"d_delta": True}, "d_delta"),
    ],
)
def test_wrong_options_say_what_was_expected(options, message):
    with pytest.raises(ValueError, match=message):
        adaptive(**options)


def test_static_levels_never_move():
    scheduler = StaticScheduler([Doubling], low=1, high=3)
    scheduler.update(outcomes("doubling", 3, 500, 0))
    assert scheduler.levels() == {"doubling": (1, 3)}
    assert {scheduler.draw().level for _ in range(100)} == {1, 2, 3}


@pytest.mark.parametrize(
    ("low", "high", "message"),
    [(2, 1, "low should not exceed high"), (-1, 1, "low"), (0, 4, "doubling has levels 0 to 3, and high is 4"), (0, 1.5, "high")],
)
def test_static_refuses_a_wrong_range(low, high, message):
    with pytest.raises(ValueError, match=message):
        StaticScheduler([Doubling], low=low, high=high)


@pytest.mark.parametrize("scheduler", [adaptive(), StaticScheduler([Doubling], high=1), *(make() for make in MAKES[2:])])
def test_an_outcome_of_a_stranger_changes_nothing(scheduler):
    before = scheduler.state_dict()
    with pytest.raises(ValueError, match="tripling"):
        scheduler.update(outcomes("doubling", 0, 3, 0) + outcomes("tripling", 0, 1, 0))
    assert scheduler.state_dict() == before


def test_environments_come_as_names_or_classes():
    scheduler = AdaptiveScheduler(["Sorting", Halving, "integer_sorting"])
    assert list(scheduler.levels()) == ["integer_sorting", "halving"]
    with pytest.raises(ValueError, match="did you mean integer_sorting"):
        AdaptiveScheduler(["integer_sortin"])
    with pytest.raises(ValueError, match="no environment given"):
        AdaptiveScheduler([])


def test_two_environments_of_one_name_are_refused():
    twin = type("Halving", (Environment,), {"__annotations__": {"text": str}})
    with pytest.raises(ValueError, match="same name"):
        AdaptiveScheduler([Halving, twin])


def test_a_draw_among_400_environments_costs_microseconds():
    many = [type(f"Number{index}", (Environment,), {"__annotations__": {"number": int}}) for index in range(400)]
    scheduler = AdaptiveScheduler(many)
    start = perf_counter()
    for _ in range(2000):
        scheduler.draw()
    assert (perf_counter() - start) / 2000 < 50e-6


@pytest.mark.parametrize("word", SCHEDULERS)
def test_a_checkpoint_of_1000_environments_is_below_a_megabyte(word):
    classes = [
        type(f"Of{n}", (Doubling,), {"name": f"a_name_as_long_as_the_longest_there_are_{n:04}", "max_level": 100})
        for n in range(1000)
    ]
    scheduler = scheduler_named(word, classes, seed=0, **({"high": 90} if word == "static" else {}))
    random = Random(0)
    for turn in range(3):
        scheduler.update(
            Outcome(Task(name, turn, 1), right, random.random(), "correct" if right else "wrong")
            for name in scheduler.environments
            for right in random.choices([True, False], k=4)
        )
    assert {scheduler.draw().environment for _ in range(100)}
    text = json.dumps(scheduler.state_dict(), indent=1)  # as it is written
    assert len(text) < 1_000_000
    restored = scheduler_named(word, classes, seed=1, **({"high": 90} if word == "static" else {}))
    restored.load_state_dict(json.loads(text))
    assert [restored.draw() for _ in range(50)] == [scheduler.draw() for _ in range(50)]
