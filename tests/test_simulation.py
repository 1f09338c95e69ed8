"""The simulated learner: its curves, its laws, and that schedulers can be told apart on it."""

import numpy
import pytest

from rlve.schedulers import scheduler_named
from rlve.studies.simulation import LAWS, MAX_LEVEL, Learner, Population, simulate, simulated_environments

PLAIN = Population(hopeless=0, mastered=0, transfer=0, forgetting=0, spread=0)


def practised(law, level, share, population=PLAIN, times=1):
    """How the accuracies of environment 0 of 4 change by groups at a level."""
    learner = Learner(4, law, population, seed=1)
    before = learner.logits.copy()
    for _ in range(times):
        learner.practise(numpy.array([0]), numpy.array([level]), numpy.array([share]))
    return learner, learner.logits - before


def test_curves_fall_with_the_level_and_populations_hold_what_they_say():
    learner = Learner(200, population=Population(hopeless=0.1, mastered=0.05), seed=3)
    accuracy = learner.accuracy()
    assert accuracy.shape == (200, MAX_LEVEL + 1)
    assert (numpy.diff(accuracy, axis=1) <= 0).all()
    assert (accuracy[learner.hopeless] < 1e-9).all() and learner.hopeless.sum() == 20
    assert (accuracy[learner.mastered] > 1 - 1e-9).all() and learner.mastered.sum() == 10
    assert (learner.frontier()[learner.mastered] == MAX_LEVEL).all() and (learner.frontier()[learner.hopeless] == 0).all()
    assert Learner(5, population=Population(ceiling=0.9), seed=1).accuracy().max() <= 0.9


def test_the_frontier_is_the_last_level_with_half_of_the_answers_right():
    learner = Learner(1, population=PLAIN, seed=1)
    learner.logits[0] = 2.5 - numpy.arange(MAX_LEVEL + 1)
    assert learner.frontier().tolist() == [2]
    assert learner.ability()[0] == pytest.approx((1 / (1 + numpy.exp(-learner.logits[0]))).sum())


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_group_that_is_all_right_or_all_wrong_teaches_nothing(law, share):
    assert not practised(law, 3, share)[1].any()


@pytest.mark.parametrize("law", LAWS)
def test_practice_teaches_its_own_environment_alone_and_most_at_one_half(law):
    _, change = practised(law, 3, 0.5)
    assert (change[0] >= 0).all() and change[0].any() and not change[1:].any()
    assert practised(law, 3, 0.1)[1][0].sum() < change[0].sum()


def test_the_laws_differ_as_they_say():
    by_law = {law: practised(law, 10, 0.1)[1][0] for law in LAWS}
    assert numpy.ptp(by_law["variance"]) == pytest.approx(0)
    assert by_law["normalised"][0] / by_law["variance"][0] == pytest.approx(1 / numpy.sqrt(4 * 0.1 * 0.9))
    assert by_law["local"][10] == by_law["local"].max() and by_law["local"][0] < 1e-6 > by_law["local"][20]
    assert by_law["upward"][0] == by_law["upward"][10] > by_law["upward"][11] > by_law["upward"][15]
    learner, change = practised("variance", 10, 0.5)
    assert change[0][0] == pytest.approx(learner.rate[0] / learner.slope[0])  # `rate` levels, at `slope` levels a logit


def test_transfer_and_forgetting():
    learner, change = practised("variance", 3, 0.5, Population(hopeless=0, mastered=0, transfer=0.1, forgetting=0))
    assert change[1] == pytest.approx(0.1 * change[0])
    learner, change = practised("variance", 3, 0.5, Population(hopeless=0, mastered=0, transfer=0, forgetting=0.5))
    learner.practise(numpy.array([1]), numpy.array([3]), numpy.array([0.0]))
    assert (learner.logits - learner.first)[0] == pytest.approx(0.5 * change[0])


def test_answers_are_as_frequent_as_the_curve_says_and_alike_within_a_problem():
    learner = Learner(1, population=PLAIN, seed=1)
    learner.logits[0] = 0.0
    many = numpy.zeros(4000, dtype=int)
    right = learner.answer(many, many, 8)
    assert right.mean() == pytest.approx(4, abs=0.1) and right.var() == pytest.approx(2, rel=0.15)
    learner.population = Population(spread=2.0)
    assert learner.answer(many, many, 8).var() > 4


def test_a_simulation_is_a_pure_function_of_its_seeds_and_a_frame_of_a_row_a_step():
    def once(seed):
        environments = simulated_environments(12)
        return simulate(
            scheduler_named("two_way", environments, seed=seed), Learner(12, seed=seed), steps=20, prompts=8, rollouts=4
        )

    frame = once(1)
    assert frame.equals(once(1)) and not frame.equals(once(2))
    assert list(frame.columns) == ["step", "ability", "epr", "tracking", "hopeless", "mastered", "forgotten", "level"]
    assert frame["step"].tolist() == list(range(1, 21))
    assert frame[["epr", "hopeless", "mastered"]].stack().between(0, 1).all()


def test_following_the_frontier_beats_levels_that_are_mastered():
    environments = simulated_environments(16)
    results = {}
    for word, options in (("static", {"low": 0, "high": 1}), ("proportional", {}), ("posterior", {})):
        learner = Learner(16, population=Population(start=(6, 1)), seed=2)
        scheduler = scheduler_named(word, environments, seed=2, **options)
        frame = simulate(scheduler, learner, steps=150, prompts=16, rollouts=8)
        results[word] = frame["ability"].iloc[-1], frame["epr"].mean(), frame["tracking"].iloc[50:].mean()
    for word, distance in (("proportional", 1.6), ("posterior", 1.2)):  # the former reviews easier levels on purpose
        assert results[word][0] > results["static"][0] + 1
        assert results[word][1] > 2 * results["static"][1]
        assert results[word][2] < distance


def test_wrong_input_says_what_was_expected():
    with pytest.raises(ValueError, match="law should be one of variance, normalised, local, upward, got 'magic'"):
        Learner(4, "magic")
    with pytest.raises(ValueError, match="the scheduler has 3 environments, the learner 4"):
        simulate(scheduler_named("two_way", simulated_environments(3)), Learner(4), steps=1, prompts=1, rollouts=2)
