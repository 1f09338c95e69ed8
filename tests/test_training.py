"""The bridge to TRL: stream, reward function, configuration, and a two-step run of the official trainer."""

import logging
from collections import Counter
from itertools import islice

import pytest

from rlve import Environment, Integer, Task
from rlve.schedulers import AdaptiveScheduler, Outcome, StaticScheduler
from rlve.training import FAULTS_IN_A_ROW, RewardFunction, grpo_config, problem_dataset, problem_stream

pytest.importorskip("trl")

TINY = {"hidden_size": 32, "num_hidden_layers": 1, "intermediate_size": 48, "num_attention_heads": 2}
NUMBERS = {"prompts_per_step": 4, "rollouts_per_prompt": 4, "completion_length": 6, "learning_rate": 1e-3, "steps": 2}


class Successor(Environment):
    number: int

    @classmethod
    def parameters(cls, level):
        return {"n": 10 + level}

    @classmethod
    def draw(cls, rng, n):
        return cls(number=rng.randrange(n))

    def statement(self):
        return f"What number follows {self.number}?"

    def answer_format(self):
        return Integer()

    def solve(self):
        return self.number + 1

    def score(self, answer, /):
        return 0.5 if answer == self.number else 0.0


class Undrawable(Successor):
    @classmethod
    def draw(cls, rng, n):
        raise ZeroDivisionError("a mistake of the author")


class Unsolvable(Successor):
    def solve(self):
        raise ZeroDivisionError("another mistake of the author")


def answer(number):
    return f"so <answer>{number}</answer>"


def columns(*tasks, rollouts):
    rows = [task for task in tasks for _ in range(rollouts)]
    return {name: [getattr(row, name) for row in rows] for name in Task._fields}


def test_a_row_holds_the_prompt_and_what_rebuilds_it():
    row = next(problem_stream(StaticScheduler([Successor], low=2, high=2), style="boxed"))
    assert set(row) == {"prompt", "environment", "level", "seed"}
    assert row["prompt"] == Successor.sample(row["level"], row["seed"]).prompt("boxed")
    row = next(problem_stream(StaticScheduler([Successor], high=0), conversational=True))
    assert [message["role"] for message in row["prompt"]] == ["user"]
    with pytest.raises(ValueError, match="unknown answer style"):
        next(problem_stream(StaticScheduler([Successor], high=0), style="loud"))


@pytest.mark.parametrize("conversational", [False, True])
def test_levels_change_while_the_dataset_is_read(conversational):
    scheduler = AdaptiveScheduler([Successor], tau_num=1, d_delta=1)
    rows = iter(problem_dataset(scheduler, conversational=conversational))
    levels = []
    for _ in range(4):
        row = next(rows)
        levels.append(row["level"])
        scheduler.update([Outcome(Task(row["environment"], row["level"], row["seed"]), True, 1.0, "correct")])
    assert levels == [0, 1, 2, 3]


def test_the_stream_skips_an_environment_that_raises_and_names_it(caplog):
    scheduler = StaticScheduler([Successor, Undrawable], high=0)
    with caplog.at_level(logging.WARNING):
        rows = list(islice(problem_stream(scheduler), 50))
    assert {row["environment"] for row in rows} == {"successor"}
    assert "1 faults of undrawable" in caplog.text
    assert "problem skipped" in caplog.text
    assert "a mistake of the author" in caplog.text


def test_the_stream_stops_when_nothing_can_be_drawn():
    with pytest.raises(RuntimeError, match=f"undrawable {FAULTS_IN_A_ROW}"):
        next(problem_stream(StaticScheduler([Undrawable], high=0)))


def test_rewards_outcomes_and_history():
    scheduler = AdaptiveScheduler([Successor], tau_num=4, tau_acc=0.5)
    first, second = Task("successor", 0, 1), Task("successor", 0, 2)
    a, b = (Successor.sample(0, task.seed).number for task in (first, second))
    booked, metrics = [], {}
    reward = RewardFunction(scheduler, on_outcomes=booked.extend, end_tokens=[0])
    rewards = reward(
        prompts=["?"] * 4,
        completions=[answer(a + 1), answer(a), answer(b + 7), "no idea"],
        completion_ids=[[5, 0], [5, 0], [5, 6], []],
        log_metric=metrics.__setitem__,
        **columns(first, second, rollouts=2),
    )
    assert rewards == [1.0, 0.5, 0.0, -1.0]
    assert [(outcome.task, outcome.correct, outcome.status, outcome.truncated) for outcome in booked] == [
        (first, True, "correct", False),
        (first, False, "wrong", False),
        (second, False, "wrong", True),
        (second, False, "unparsable", True),
    ]
    assert scheduler.progress()["successor"] == [0, 0, 0, 0]  # one of four right: checked, not promoted
    [record] = reward.history
    assert record == {
        "step": 1,
        "effective_prompt_ratio": 1.0,
        "reward": 0.125,
        "accuracy": 0.25,
        "faults": 0,
        "truncated": 2,
        "level": 0,
        "levels": {"successor": (0, 0)},
    }
    assert metrics == {"effective_prompt_ratio": 1.0, "accuracy": 0.25, "level": 0}


def test_binary_rewards_and_the_effective_prompt_ratio():
    task, other = Task("successor", 0, 1), Task("successor", 3, 1)
    AdaptiveScheduler([Successor])  # makes the class known by its name
    number = Successor.sample(0, 1).number
    reward = RewardFunction(shaped=False)
    completions = [answer(number + 1), answer(number), *["nothing"] * 2]
    assert reward(completions=completions, **columns(task, other, rollouts=2)) == [1.0, 0.0, 0.0, 0.0]
    assert reward.history[0]["effective_prompt_ratio"] == 0.5
    assert reward(completions=[answer(number), "nothing"], **columns(task, rollouts=2)) == [0.0, 0.0]
    assert reward.history[1]["effective_prompt_ratio"] == 0


def test_conversational_completions():
    AdaptiveScheduler([Successor])
    number = Successor.sample(0, 1).number
    right = answer(number + 1)
    contents = [right, [{"type": "text", "text": right}], None]
    completions = [*([{"role": "assistant", "content": content}] for content in contents), []]
    assert RewardFunction()(completions=completions, **columns(Task("successor", 0, 1), rollouts=4)) == [1.0, 1.0, -1.0, -1.0]


def test_a_problem_is_rebuilt_once_per_group(monkeypatch):
    import rlve.training

    built = Counter()

    def counted(*names):
        built[names] += 1
        return Successor.sample(*names[1:])

    monkeypatch.setattr(rlve.training, "problem", counted)
    tasks = [Task("successor", 0, seed) for seed in range(3)]
    RewardFunction()(completions=["nothing"] * 24, **columns(*tasks, rollouts=8))
    assert built == dict.fromkeys(tasks, 1)


@pytest.mark.parametrize("broken", [Undrawable, Unsolvable])
def test_a_fault_is_no_reward_and_is_counted(broken, caplog):
    scheduler = AdaptiveScheduler([Successor, broken], tau_num=2)
    tasks = [Task("successor", 0, 1), Task(broken.name, 0, 1)]
    right = answer(Successor.sample(0, 1).number + 1)
    reward = RewardFunction(scheduler)
    assert reward(completions=[right] * 2 + ["nothing"] * 2, **columns(*tasks, rollouts=2)) == [1.0, 1.0, None, None]
    assert reward.faults == {broken.name: 2}
    assert f"2 faults of {broken.name}" in caplog.text
    assert reward.history[0]["accuracy"] == 1.0
    assert reward.history[0]["faults"] == 2
    assert scheduler.levels() == {"successor": (0, 1), broken.name: (0, 0)}
    reward(completions=["nothing"] * 2, **columns(tasks[1], rollouts=2))
    assert "accuracy" not in reward.history[1]


def test_the_configuration_follows_from_two_numbers(tmp_path):
    config = grpo_config(**NUMBERS, output_dir=str(tmp_path), rollouts_at_once=8)
    assert (config.per_device_train_batch_size, config.gradient_accumulation_steps, config.steps_per_generation) == (8, 2, 2)
    assert (config.generation_batch_size, config.num_generations, config.max_steps) == (16, 4, 2)
    assert not config.shuffle_dataset
    assert config.ignore_data_skip
    assert grpo_config(**NUMBERS, output_dir=str(tmp_path), beta=0.1).beta == 0.1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rollouts_per_prompt": 1}, "rollouts_per_prompt should be an integer >= 2, got 1: rewards are compared"),
        ({"prompts_per_step": 0}, "prompts_per_step should be"),
        ({"completion_length": 8.5}, "completion_length should be"),
        ({"rollouts_at_once": 5}, "should divide the 16 rollouts of a step .* one of 1, 2, 4, 8, 16"),
        ({"shuffle_dataset": True}, "shuffle_dataset"),
        ({"num_iterations": 2}, "num_iterations"),
    ],
)
def test_numbers_that_do_not_fit_are_explained(changes, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        grpo_config(**{**NUMBERS, **changes}, output_dir=str(tmp_path))


def test_a_missing_package_says_how_to_install_it():
    from rlve.models import need

    with pytest.raises(ImportError, match=r"no_such_package: pip install 'rlve\[train\]'"):
        need("json", "no_such_package")


@pytest.mark.parametrize("rollouts_at_once", [16, 8])
def test_two_steps_of_the_official_trainer_move_every_parameter(rollouts_at_once, tmp_path):
    from rlve.models import warm_up
    from rlve.training import train

    # Some right answers among wrong ones are needed, or no gradient flows.
    model, tokenizer = warm_up([Successor], [0], steps=60, batch=32, learning_rate=1e-2, **TINY)
    before = {name: parameter.detach().clone() for name, parameter in model.named_parameters()}
    scheduler = AdaptiveScheduler([Successor], tau_num=16, tau_acc=0.01)
    seen = []
    config = grpo_config(
        **NUMBERS, rollouts_at_once=rollouts_at_once, output_dir=str(tmp_path), disable_tqdm=True, lr_scheduler_type="constant"
    )
    history = train(model, scheduler, config, tokenizer=tokenizer, on_step=seen.append)
    assert [record["step"] for record in history] == [1, 2]
    assert seen == history
    assert any(record["effective_prompt_ratio"] > 0 for record in history)
    unmoved = [name for name, parameter in model.named_parameters() if parameter.equal(before[name])]
    assert not unmoved
    assert scheduler.window("successor")[1] == 1  # 16 rollouts at level 0, a check; the second step's were drawn before it


def test_the_demo_tells_its_story():
    from rlve.demo import run_demo

    told = []
    run_demo(steps=1, warm_up_steps=6, problems=1, out=told.append)
    text = "\n".join(told)
    assert text.count("-> correct (reward 1)") == 3
    assert text.count("\n         greedy ") == 3
    assert "step   1  levels 0-0  effective prompt ratio 0." in text
    assert "{'loss'" not in text
