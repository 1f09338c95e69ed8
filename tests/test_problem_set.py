"""Problem sets: which problems they hold, and when two are the same."""

import json
from collections import Counter

import pytest
from toys import Successor, source

import rlve
from rlve import registry
from rlve.environment import EVALUATION_SEED
from rlve.evaluation.problem_sets import ProblemEntry, ProblemSet, check_version, heldout, in_distribution, problem_set, spread
from rlve.schedulers import AdaptiveScheduler

COLLECTIONS = json.loads(registry.COLLECTIONS.read_text("utf-8"))


@pytest.fixture
def short():
    """An environment of three levels."""
    return type("ShortClimb", (Successor,), {"max_level": 2, "__module__": __name__})


def levels_of(problems: ProblemSet) -> dict[int, int]:
    return dict(Counter(item.level for item in problems.entries))


@pytest.mark.parametrize(
    ("count", "levels", "shares"),
    [
        (50, range(5), {0: 10, 1: 10, 2: 10, 3: 10, 4: 10}),
        (7, [0, 3, 5], {0: 3, 3: 2, 5: 2}),
        (2, [4, 5, 6], {4: 1, 5: 1}),
        (3, [9], {9: 3}),
    ],
)
def test_problems_are_spread_evenly_the_lower_levels_first(count, levels, shares):
    assert spread(count, levels) == shares


def test_seeds_count_up_from_the_first_that_training_never_draws():
    items = problem_set(Successor, [0, 2], 5).entries
    assert items == tuple(
        ProblemEntry("successor", 1, level, 1_000_000_000 + index) for level, count in ((0, 3), (2, 2)) for index in range(count)
    )
    scheduler = AdaptiveScheduler([Successor])
    assert max(scheduler.draw().seed for _ in range(200)) < EVALUATION_SEED


def test_levels_may_have_numbers_of_their_own():
    assert levels_of(problem_set(Successor, {0: 3, 7: 1})) == {0: 3, 7: 1}


def test_levels_above_max_level_are_left_out_and_the_others_get_their_share(short):
    assert levels_of(problem_set([short], range(5), 6)) == {0: 2, 1: 2, 2: 2}
    with pytest.raises(ValueError, match="short_climb has levels 0 to 2: none of 3-4"):
        problem_set([Successor, short], [3, 4])


def test_a_level_named_twice_counts_once():
    assert levels_of(problem_set(Successor, [0, 0, 1], 4)) == {0: 2, 1: 2}


@pytest.mark.parametrize(("levels", "problems"), [([0], 0), ({0: 0}, 50)])
def test_a_set_of_nothing_is_refused(levels, problems):
    with pytest.raises(ValueError, match="needs one problem at least"):
        problem_set(Successor, levels, problems)


def test_the_name_says_what_is_in_it():
    assert problem_set([Successor, "integer_sorting"], range(3), 1).name == "successor, integer_sorting, levels 0-2"
    assert problem_set("C4", [0, 5], 1).name == "C4, levels 0, 5"
    assert problem_set(Successor, [3], 1).name == "successor, levels 3"


def test_heldout_is_50_problems_of_each_environment_at_levels_0_to_4():
    problems = heldout(["integer_sorting", Successor])
    assert problems.name == "heldout"
    assert Counter((item.environment, item.level) for item in problems.entries) == {
        (name, level): 10 for name in ("integer_sorting", "successor") for level in range(5)
    }


def test_heldout_is_the_papers_50_environments_none_of_which_is_trained_on():
    assert len(COLLECTIONS["HELD_OUT"]) == 50
    trained = {name for key in ("C1", "C4", "C16", "C256", "STARTER") for name in COLLECTIONS[key]}
    assert trained.isdisjoint(COLLECTIONS["HELD_OUT"])
    items = heldout().entries
    assert list(dict.fromkeys(item.environment for item in items)) == COLLECTIONS["HELD_OUT"]
    assert len(set(items)) == 2500


def test_in_distribution_reaches_level_19_or_max_level(short):
    problems = in_distribution([Successor, short])
    assert problems.name == "in-distribution"
    of = {name: [item.level for item in problems.entries if item.environment == name] for name in ("successor", "short_climb")}
    assert Counter(of["successor"]) == dict.fromkeys(range(20), 10)
    assert Counter(of["short_climb"]) == {0: 67, 1: 67, 2: 66}


def test_the_problems_are_those_of_the_list():
    problems = problem_set("integer_sorting", [0, 1], 3)
    assert [drawn.task for drawn in problems.problems()] == [rlve.Task(item[0], *item[2:]) for item in problems.entries]


def test_the_fingerprint_is_the_same_in_every_session_and_whatever_the_name():
    assert problem_set(Successor, [0], 2).fingerprint == problem_set(Successor, [0], 2, name="other").fingerprint
    assert problem_set(Successor, [0], 2).fingerprint == "2ddd7236b7600733"


@pytest.mark.parametrize("change", ["statement", "answer_format", "solve", "version"])
def test_the_fingerprint_changes_with(change, monkeypatch):
    before = problem_set(Successor, [0], 2).fingerprint
    new = {
        "statement": lambda self: f"Which number follows {self.number}?",
        "answer_format": lambda self: rlve.Fraction(),
        "solve": lambda self: self.number + 2,
        "version": 2,
    }[change]
    monkeypatch.setattr(Successor, change, new)
    registry._problem.cache_clear()
    try:
        assert problem_set(Successor, [0], 2).fingerprint != before
    finally:
        registry._problem.cache_clear()


def test_the_fingerprint_changes_with_the_list():
    sets = [problem_set(Successor, *rest) for rest in (([0], 2), ([0], 3), ([1], 2))]
    sets.append(ProblemSet(sets[1].name, sets[1].entries[1:]))
    assert len({one.fingerprint for one in sets}) == 4


def test_a_reference_that_fails_does_not_keep_a_set_from_being_named(tmp_path):
    path = tmp_path / "broken.py"
    path.write_text(source("SetBroken", "Double", "1 // 0"))
    assert len(problem_set(str(path), [0], 2).fingerprint) == 16


def test_another_version_is_refused():
    old = ProblemSet("old", (ProblemEntry("integer_sorting", 99, 0, EVALUATION_SEED),))
    with pytest.raises(ValueError, match="integer_sorting is at version 1 here, and this was made with version 99"):
        list(old.problems())
    assert check_version(Successor, 1) is None
