"""The rules that follow the model both ways, the choice of environments, and what breaks simple rules."""

from collections import Counter

import pytest

from rlve import Environment, Task
from rlve.schedulers import (
    AdaptiveScheduler,
    Outcome,
    PosteriorScheduler,
    ProportionalScheduler,
    TwoWayScheduler,
    scheduler_named,
)

RULES = ("two_way", "proportional", "posterior")


class Sums(Environment):
    number: int

    max_level = 12


class Products(Environment):
    number: int

    max_level = 12


def group(scheduler_name, level, right, total=8, seed=0):
    task = Task(scheduler_name, level, seed)
    return [Outcome(task, True, 1.0, "correct")] * right + [Outcome(task, False, 0.0, "wrong")] * (total - right)


def faults(task):
    return [Outcome(task, None, None, "fault")] * 8


def follow(scheduler, policy, steps, prompts=8):
    """Let a policy (task -> right answers of 8, or None for faults) answer what the scheduler draws; the tasks of all steps."""
    tasks = []
    for _ in range(steps):
        drawn = [scheduler.draw() for _ in range(prompts)]
        right = [policy(task) for task in drawn]
        scheduler.update(
            [
                outcome
                for task, count in zip(drawn, right, strict=True)
                for outcome in (faults(task) if count is None else group(task.environment, task.level, count, seed=task.seed))
            ]
        )
        tasks += drawn
    return tasks


def up_to(frontier):
    """Right in all answers below a level, in half of them at it, in none above."""
    return lambda task: 8 if task.level < frontier else 4 if task.level == frontier else 0


def test_two_way_moves_as_its_source_says():
    scheduler = TwoWayScheduler([Sums], start={"sums": 3})
    for level, right, expected in [
        (3, 6, 4),  # 6 of 8 is above 0.7
        (4, 5, 4),  # 5 of 8 is not
        (3, 8, 4),  # drawn at an earlier level: no promotion
        (4, 0, 3),
        (4, 0, 3),  # drawn before the fall: it does not fall again
        (2, 0, 2),  # but what fails below falls
        (2, 1, 2),
    ]:
        scheduler.update(group("sums", level, right))
        assert scheduler.levels() == {"sums": (expected, expected)}


def test_two_way_stays_within_the_levels():
    scheduler = TwoWayScheduler([Sums])
    scheduler.update(group("sums", 0, 0))
    assert scheduler.level == {"sums": 0}
    scheduler = TwoWayScheduler([Sums], start={"sums": 12})
    scheduler.update(group("sums", 12, 8))
    assert scheduler.level == {"sums": 12}


def test_proportional_moves_by_twice_the_distance_from_one_half():
    scheduler = ProportionalScheduler([Sums], start={"sums": 3}, review=0)
    for level, right, expected in [
        (3, 8, 4.0),
        (4, 5, 4.25),
        (5, 2, 3.75),
        (3, 4, 3.75),
        (9, 0, 3.75),
        (4, 0, 2.75),
        (2, 8, 3.75),
    ]:
        scheduler.update(group("sums", level, right))
        assert scheduler.place["sums"] == pytest.approx(expected)
    assert scheduler.levels() == {"sums": (3, 4)}
    drawn = Counter(scheduler.draw().level for _ in range(400))
    assert set(drawn) == {3, 4} and 260 < drawn[4] < 340  # three quarters


def test_proportional_goes_back_to_easier_levels_each_as_often():
    scheduler = ProportionalScheduler([Sums], start={"sums": 4}, review=0.3)
    drawn = Counter(scheduler.draw().level for _ in range(2000))
    assert set(drawn) == {0, 1, 2, 3, 4}
    assert 0.25 < 1 - drawn[4] / 2000 < 0.35
    assert max(drawn[level] for level in range(4)) < 1.5 * min(drawn[level] for level in range(4))
    scheduler.update(group("sums", 1, 0))
    assert scheduler.place["sums"] == 4, "what is reviewed moves nothing"
    assert {ProportionalScheduler([Sums], review=1).draw().level for _ in range(20)} == {0}, "nothing lies below level 0"


def test_proportional_gain_target_and_bounds():
    scheduler = ProportionalScheduler([Sums], target=0.75, gain=8)
    scheduler.update(group("sums", 0, 0))
    assert scheduler.place["sums"] == 0
    scheduler.update(group("sums", 0, 7))
    assert scheduler.place["sums"] == 1  # 8 x 0.125
    scheduler.update(group("sums", 1, 8))
    assert scheduler.place["sums"] == 2  # at most one level


def test_the_posterior_agrees_with_bayes_rule_by_hand():
    from math import exp

    import rlve.schedulers.posterior as module

    scheduler = PosteriorScheduler([Sums], correlation=0, drift=0, forget=0)
    scheduler.update(group("sums", 5, 3, total=4))
    grid = [(middle, slope) for middle in module._middles_of(12) for slope in module.SLOPES]
    weights = []
    for middle, slope in grid:
        p = module.SLIP + (1 - 2 * module.SLIP) / (1 + exp((5 - middle) / slope))
        weights.append(exp(-max(middle, 0) / module.FAVOUR) * p**3 * (1 - p))
    total = sum(weights)
    assert scheduler.belief["sums"] == pytest.approx([weight / total for weight in weights], rel=1e-3)  # two bytes a weight


def test_the_posterior_learns_from_every_level_and_needs_no_start():
    scheduler = PosteriorScheduler([Sums], seed=1)
    for level, right in ((2, 8), (10, 0), (6, 4), (2, 8), (10, 0), (6, 4)):
        scheduler.update(group("sums", level, right))
    low, high = scheduler.window("sums")
    assert low <= 6 <= high and high - low <= 2
    drawn = Counter(scheduler.draw().level for _ in range(200))
    assert set(drawn) <= set(range(low, high + 1)) and drawn.most_common(1)[0][0] == 6


@pytest.mark.parametrize("word", RULES)
@pytest.mark.parametrize("frontier", [0, 3, 9, 12])
def test_levels_find_the_frontier_and_stay_there(word, frontier):
    review = {"review": 0.0} if word == "proportional" else {}  # those lie below on purpose
    scheduler = scheduler_named(word, [Sums, Products], seed=3, **review)
    follow(scheduler, up_to(frontier), 40)
    late = follow(scheduler, up_to(frontier), 40)
    near = sum(abs(task.level - frontier) <= 1 for task in late) / len(late)
    assert near > 0.9


@pytest.mark.parametrize("word", RULES)
def test_a_policy_that_suddenly_gets_worse_is_followed_down(word):
    scheduler = scheduler_named(word, [Sums], seed=3)
    follow(scheduler, up_to(10), 40)
    assert scheduler.window("sums")[1] >= 9
    follow(scheduler, up_to(1), 12)  # a level a step is the least that is asked
    assert scheduler.window("sums")[0] <= 2


@pytest.mark.parametrize("word", ["paper", *RULES])
@pytest.mark.parametrize("useless", [0, 8, None], ids=["hopeless", "mastered", "only faults"])
def test_learnability_gives_little_to_an_environment_that_teaches_nothing(word, useless):
    """Pass rate 0 at level 0, pass rate 1 at max_level, or faults alone: the budget goes to the other one."""
    scheduler = scheduler_named(word, [Sums, Products], seed=3, choice="learnability")
    if useless == 8 and word != "posterior":
        scheduler.restore({"paper": {"sums": [9, 12, 0, 0], "products": [0, 0, 0, 0]}}.get(word, {"sums": 12, "products": 0}))

    def policy(task):
        return useless if task.environment == "sums" else up_to(4)(task)

    follow(scheduler, policy, 30)
    late = follow(scheduler, policy, 50)
    share = sum(task.environment == "sums" for task in late) / len(late)
    assert 0.03 < share < 0.3, "a fifth of the draws is uniform, so that it is not given up for good"
    if useless == 0:
        assert scheduler.window("sums")[1] <= 1
    if useless == 8:
        assert scheduler.window("sums")[1] == 12


@pytest.mark.parametrize("word", ["paper", *RULES])
def test_faults_move_nothing(word):
    scheduler = scheduler_named(word, [Sums], seed=3)
    before = scheduler.progress()
    scheduler.update(faults(Task("sums", 0, 1)))
    assert scheduler.progress() == before


def test_weights_do_not_all_vanish():
    scheduler = ProportionalScheduler([Sums], seed=3)
    follow(scheduler, lambda task: None, 400)
    assert scheduler.draw().environment == "sums"


def test_a_lasting_revival_of_a_hopeless_environment_is_noticed():
    scheduler = ProportionalScheduler([Sums, Products], seed=3)
    follow(scheduler, lambda task: 0 if task.environment == "sums" else 4, 50)
    late = follow(scheduler, up_to(3), 60)[240:]
    assert 0.35 < sum(task.environment == "sums" for task in late) / len(late) < 0.65


def test_choices_of_environments():
    names = ("sums", "products")
    scheduler = AdaptiveScheduler([Sums, Products], choice="least_sampled", seed=1)
    assert [sorted(scheduler.draw().environment for _ in names) for _ in range(10)] == [sorted(names)] * 10
    with pytest.raises(ValueError, match="choice should be one of uniform, least_sampled, learnability, got 'best'"):
        AdaptiveScheduler([Sums], choice="best")
    scheduler = AdaptiveScheduler([Sums, Products], choice="learnability", seed=1)
    for seed in range(30):
        scheduler.update(group("sums", 0, 8, seed=seed) + group("products", 0, 4, seed=seed))
    assert 0.85 < sum(scheduler.draw().environment == "products" for _ in range(1000)) / 1000 < 0.95  # 0.2 / 2 + 0.8


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"word": "best"}, "unknown scheduler 'best': expected one of paper, static, two_way, proportional, posterior"),
        ({"word": "two_way", "tau_num": 3}, "scheduler two_way: got an unexpected keyword argument 'tau_num'"),
        ({"word": "two_way", "up": 1.5}, "up should be a number of at least 0 and at most 0.999"),
        ({"word": "proportional", "target": "half"}, "target should be a number of at least 0 and at most 1"),
        ({"word": "proportional", "gain": -1}, "gain"),
        ({"word": "posterior", "drift": 0.7}, "drift should be a number of at least 0 and at most 0.5"),
        ({"word": "proportional", "start": {"sum": 1}}, "start names sum"),
        ({"word": "two_way", "start": {"sums": 13}}, "sums has levels 0 to 12, and its start is 13"),
    ],
)
def test_wrong_options_say_what_was_expected(options, message):
    word = options.pop("word")
    with pytest.raises(ValueError, match=message):
        scheduler_named(word, [Sums], **options)
