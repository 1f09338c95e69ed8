"""The bridge to TRL: reward function, callback, configuration, and short runs of the official trainer."""

import os
import signal
import threading
from collections import Counter
from types import SimpleNamespace

import pytest
from toys import Successor

from rlve import Task
from rlve.schedulers import AdaptiveScheduler, StaticScheduler
from rlve.training import ProblemStream, RewardFunction, grpo_config, lora_config, same_answer, train
from rlve.training.reward import OwnReward
from rlve.training.stream import OWN

pytest.importorskip("trl")

TINY = {"hidden_size": 32, "num_hidden_layers": 1, "intermediate_size": 48, "num_attention_heads": 2}
NUMBERS = {"prompts_per_step": 4, "num_generations": 4, "max_completion_length": 6, "learning_rate": 1e-3, "max_steps": 2}


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


def test_rewards_outcomes_and_history():
    scheduler = AdaptiveScheduler([Successor], tau_num=4, tau_acc=0.5)
    first, second = Task("successor", 0, 1), Task("successor", 0, 2)
    a, b = (Successor.sample(0, task.seed).number for task in (first, second))
    metrics = {}
    reward = RewardFunction(ProblemStream(scheduler), end_tokens=[0])
    rewards = reward(
        prompts=["?"] * 4,
        completions=[answer(a + 1), answer(a), answer(b + 7), "no idea"],
        completion_ids=[[5, 0], [5, 0], [5, 6], []],
        log_metric=metrics.__setitem__,
        **columns(first, second, rollouts=2),
    )
    assert rewards == [1.0, 0.5, 0.0, -1.0]
    booked = [rollout.outcome for rollout in reward.books.last]
    assert [(outcome.task, outcome.correct, outcome.status, outcome.truncated) for outcome in booked] == [
        (first, True, "correct", False),
        (first, False, "wrong", False),
        (second, False, "wrong", True),
        (second, False, "unparsable", True),
    ]
    assert scheduler.progress()["successor"] == [0, 0, 0, 0]  # one of four right: checked, not promoted
    [record] = reward.books.history
    assert 0 < record.pop("environment_seconds") < 10
    assert record == {
        "step": 1,
        "effective_prompt_ratio": 1.0,
        "effective_prompt_ratio_correct": 0.5,  # the second group differs in reward alone
        "reward": 0.125,
        "accuracy": 0.25,
        "format_rate": 0.75,
        "faults": 0,
        "truncated": 2,
        "truncated_in": {"successor": 2},
        "degenerate": 0,
        "level": 0,
        "levels": {"successor": [0, 0]},
    }
    assert metrics == {
        **{name: value for name, value in record.items() if name not in ("step", "reward", "levels", "truncated_in")},
        "level/lowest": 0,
        "level/highest": 0,
        "level/successor": 0,
    }


def test_binary_rewards_and_the_effective_prompt_ratio():
    task, other = Task("successor", 0, 1), Task("successor", 3, 1)
    AdaptiveScheduler([Successor])  # makes the class known by its name
    number = Successor.sample(0, 1).number
    reward = RewardFunction(shaped=False)
    completions = [answer(number + 1), answer(number), *["nothing"] * 2]
    assert reward(completions=completions, **columns(task, other, rollouts=2)) == [1.0, 0.0, 0.0, 0.0]
    assert reward.books.history[0]["effective_prompt_ratio"] == 0.5
    assert reward(completions=[answer(number), "nothing"], **columns(task, rollouts=2)) == [0.0, 0.0]
    assert reward.books.history[1]["effective_prompt_ratio"] == 0


def test_conversational_completions():
    AdaptiveScheduler([Successor])
    number = Successor.sample(0, 1).number
    right = answer(number + 1)
    contents = [right, [{"type": "text", "text": right}], None]
    completions = [*([{"role": "assistant", "content": content}] for content in contents), []]
    assert RewardFunction()(completions=completions, **columns(Task("successor", 0, 1), rollouts=4)) == [1.0, 1.0, -1.0, -1.0]


def test_a_problem_is_rebuilt_once_per_group(monkeypatch):
    import rlve.training.reward

    built = Counter()

    def counted(*names):
        built[names] += 1
        return Successor.sample(*names[1:])

    monkeypatch.setattr(rlve.training.reward, "problem", counted)
    tasks = [Task("successor", 0, seed) for seed in range(3)]
    RewardFunction()(completions=["nothing"] * 24, **columns(*tasks, rollouts=8))
    assert built == dict.fromkeys(tasks, 1)


@pytest.mark.parametrize("broken", [Undrawable, Unsolvable])
def test_a_fault_is_no_reward_and_is_counted(broken, caplog):
    scheduler = AdaptiveScheduler([Successor, broken], tau_num=2)
    tasks = [Task("successor", 0, 1), Task(broken.name, 0, 1)]
    right = answer(Successor.sample(0, 1).number + 1)
    reward = RewardFunction(ProblemStream(scheduler))
    assert reward(completions=[right] * 2 + ["nothing"] * 2, **columns(*tasks, rollouts=2)) == [1.0, 1.0, None, None]
    assert reward.books.faults == {broken.name: 2}
    assert f"2 faults of {broken.name}" in caplog.text
    assert reward.books.history[0]["accuracy"] == 1.0
    assert reward.books.history[0]["faults"] == 2
    assert reward.books.history[0]["format_rate"] == 1.0
    assert scheduler.levels() == {"successor": (0, 1), broken.name: (0, 0)}
    reward(completions=["nothing"] * 2, **columns(tasks[1], rollouts=2))
    assert not {"accuracy", "reward", "format_rate"} & set(reward.books.history[1])


def test_the_configuration_follows_from_two_numbers(tmp_path):
    config = grpo_config(**NUMBERS, output_dir=str(tmp_path), per_device_train_batch_size=8)
    assert (config.per_device_train_batch_size, config.gradient_accumulation_steps, config.steps_per_generation) == (8, 2, 2)
    assert (config.generation_batch_size, config.num_generations, config.max_steps) == (16, 4, 2)
    assert not config.shuffle_dataset
    assert config.ignore_data_skip
    assert grpo_config(**NUMBERS, output_dir=str(tmp_path), beta=0.1).beta == 0.1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"num_generations": 1}, "num_generations should be an integer >= 2, got 1"),
        ({"prompts_per_step": 0}, "prompts_per_step should be"),
        ({"max_completion_length": 8.5}, "max_completion_length should be"),
        ({"per_device_train_batch_size": 5}, "should divide the 16 rollouts of a step .* one of 1, 2, 4, 8, 16"),
        ({"shuffle_dataset": True}, "shuffle_dataset"),
        ({"num_iterations": 2}, "num_iterations should be 1: the scheduler takes each reward call"),
        ({"ignore_data_skip": False}, "a live stream cannot be replayed"),
        ({"eval_strategy": "steps"}, "rewards of an evaluation would move the levels"),
        ({"dataloader_num_workers": 2}, "a copy of the scheduler"),
        ({"steps_per_generation": 8}, "steps_per_generation follows from prompts_per_step"),
        ({"generation_batch_size": 8}, "generation_batch_size follows from prompts_per_step"),
    ],
)
def test_numbers_that_do_not_fit_are_explained(changes, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        grpo_config(**{**NUMBERS, **changes}, output_dir=str(tmp_path))


def test_a_missing_package_says_how_to_install_it():
    from rlve.models import need

    with pytest.raises(ImportError, match=r"no_such_package: pip install 'rlve\[train\] @ git\+"):
        need("json", "no_such_package")


def test_rows_of_the_own_dataset_are_left_to_the_own_reward():
    stream = ProblemStream(StaticScheduler([Successor], high=0), own_dataset=[{"prompt": "?", "answer": "a"}])
    reward, metrics = RewardFunction(stream), {}
    right = answer(Successor.sample(0, 1).number + 1)
    rows = columns(Task("successor", 0, 1), Task(OWN, 0, 0), rollouts=2)
    completions = [right, "nothing", "<answer>A</answer>", "<answer>b</answer>"]
    assert reward(completions=completions, log_metric=metrics.__setitem__, **rows) == [1.0, -1.0, None, None]
    assert [rollout.outcome.task.environment for rollout in reward.books.last] == ["successor"] * 2
    assert (metrics["accuracy"], metrics["effective_prompt_ratio"]) == (0.5, 1.0)

    passed = {}

    def judge(completions, **others):
        passed.update(others)
        return same_answer(completions=completions, **others)

    own = OwnReward(judge)
    assert own.__name__ == "judge"
    state = SimpleNamespace(global_step=3)
    given = own(completions=completions, answer=[None, None, "a", "a"], trainer_state=state, ids=[[1], [2], [3], [4]], **rows)
    assert given == [None, None, 1.0, 0.0]
    assert passed["trainer_state"] is state
    assert (passed["answer"], passed["ids"], passed["level"]) == (["a", "a"], [[3], [4]], [0, 0])
    assert own(completions=completions, answer=[None] * 4, **columns(Task("successor", 0, 1), rollouts=4)) == [None] * 4


def test_a_call_with_nothing_but_own_rows_has_a_record():
    reward = RewardFunction(ProblemStream(AdaptiveScheduler([Successor])))
    assert reward(completions=["?"] * 2, **columns(Task(OWN, 0, 0), rollouts=2)) == [None, None]
    [record] = reward.books.history
    assert (record["faults"], record["level"]) == (0, 0)
    assert not {"effective_prompt_ratio", "accuracy", "reward", "format_rate"} & set(record)  # of nothing there is no share


def test_the_same_answer_is_the_final_one_blanks_and_case_aside():
    completions = [
        "<answer>Two  Words</answer>",
        [{"role": "assistant", "content": "so \\boxed{two words}"}],
        "two words",
        "<answer>two</answer>",
        "<answer>7</answer>",
    ]
    wanted = ["two words", "two words", "two words", "two words", 7]
    assert same_answer(completions=completions, answer=wanted, other=[1] * 5) == [1.0, 1.0, 0.0, 0.0, 1.0]


def step_of(callback, reward, *, step, monkeypatch, now, max_steps=10):
    """Let a callback see a step that ended at a moment."""
    control = SimpleNamespace(should_training_stop=False, should_save=False)
    monkeypatch.setattr("time.monotonic", lambda: now)
    reward.books.history.append({"step": step})
    state = SimpleNamespace(global_step=step, max_steps=max_steps)
    callback.on_step_end(SimpleNamespace(logging_steps=1), state, control)
    callback.on_log(None, state, control, {"entropy": 0.5, "grad_norm": 2.0, "loss": 1.0})
    return control


def test_a_step_that_would_not_fit_in_the_time_limit_is_not_begun(monkeypatch):
    from rlve.training.callback import RunCallback

    monkeypatch.setattr("time.monotonic", lambda: 100.0)
    reward, seen = RewardFunction(), []
    callback = RunCallback(reward, time_limit=25, on_step=seen.append)
    callback.on_train_begin(None, None, None)
    for step, now, stops in ((1, 108.0, False), (2, 116.0, False), (3, 120.0, True)):  # 120 + 8 > 125
        control = step_of(callback, reward, step=step, now=now, monkeypatch=monkeypatch)
        assert (control.should_training_stop, control.should_save) == (stops, stops)
    assert callback.stopped == "time limit"
    assert seen == [
        {"step": step, "seconds": seconds, "entropy": 0.5, "gradient_norm": 2.0} for step, seconds in ((1, 8), (2, 8), (3, 4))
    ]


def test_a_wish_to_stop_comes_true_after_the_step(monkeypatch):
    from rlve.training.callback import RunCallback

    wishes = iter([False, True])
    reward = RewardFunction()
    callback = RunCallback(reward, stop_wanted=lambda: next(wishes))
    assert not step_of(callback, reward, step=1, now=1.0, monkeypatch=monkeypatch).should_training_stop
    assert step_of(callback, reward, step=2, now=2.0, monkeypatch=monkeypatch).should_training_stop
    assert callback.stopped == "interrupted"


def test_a_wish_to_stop_at_the_last_step_changes_nothing(monkeypatch):
    from rlve.training.callback import RunCallback

    reward = RewardFunction()
    callback = RunCallback(reward, stop_wanted=lambda: True)
    assert not step_of(callback, reward, step=3, now=1.0, max_steps=3, monkeypatch=monkeypatch).should_save
    callback.on_train_end(None, SimpleNamespace(global_step=3, max_steps=3), None)
    assert callback.stopped == "finished"


def test_the_second_interrupt_breaks_off(capsys):
    from rlve.training.ending import interrupts

    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    with interrupts() as wanted:
        assert not wanted()
        os.kill(os.getpid(), signal.SIGTERM)
        assert wanted()
        assert "finishing this step, then saving" in capsys.readouterr().err
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    assert before == (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM))

    asked = []

    def elsewhere():
        with interrupts() as wanted:
            asked.append(wanted())

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert asked == [False]


def test_lora_config():
    config = lora_config(4)
    assert (config.r, config.lora_alpha, config.task_type) == (4, 8, "CAUSAL_LM")
    for rank in (0, 2.0, True):
        with pytest.raises(ValueError, match="lora_r should be an integer >= 1"):
            lora_config(rank)


def test_arguments_of_train_that_do_not_fit():
    scheduler = StaticScheduler([Successor], high=0)
    with pytest.raises(ValueError, match="not both"):
        train("tiny", [Successor], scheduler=scheduler)
    with pytest.raises(ValueError, match="needs its tokenizer"):
        train(object(), scheduler=scheduler)
    with pytest.raises(ValueError, match="needs the output_dir of the run"):
        train("tiny", scheduler=scheduler, resume=True)
    with pytest.raises(ValueError, match="needs a column answer, or give own_reward"):
        train("tiny", scheduler=scheduler, own_dataset=[{"prompt": "?"}])
    for option, (value, words) in {
        "save_steps": (0, "save_steps should be an integer >= 1, got 0"),
        "system_prompt": (5, "system_prompt should be a text, got 5"),
        "report_to": (5, "report_to should be none or some of tensorboard, wandb, trackio, got 5"),
        "num_iteration": (2, "unknown setting num_iteration; perhaps num_iterations"),
    }.items():
        with pytest.raises(ValueError, match=words):
            train("tiny", **{option: value})
    with pytest.raises(ValueError, match="save_strategy follows from output_dir: leave it out"):
        train("tiny", scheduler=scheduler, save_strategy="epoch")


def constant(**changes):
    """Numbers for runs in which the first step counts as much as the others."""
    return {**NUMBERS, "lr_scheduler_type": "constant", "warmup_steps": 0, "disable_tqdm": True, **changes}


def unmoved(model, before):
    return [name for name, parameter in model.named_parameters() if parameter.equal(before[name])]


@pytest.mark.parametrize("per_device_train_batch_size", [16, 8])
def test_two_steps_of_the_official_trainer_move_every_parameter(per_device_train_batch_size, toy, toy_model):
    from rlve.models import load

    model, tokenizer = load(toy_model)  # some right answers among wrong ones are needed, or no gradient flows
    before = {name: parameter.detach().clone() for name, parameter in model.named_parameters()}
    scheduler = AdaptiveScheduler([toy], tau_num=16, tau_acc=0.01)
    seen = []
    result = train(
        model,
        tokenizer=tokenizer,
        scheduler=scheduler,
        per_device_train_batch_size=per_device_train_batch_size,
        on_step=seen.append,
        **constant(),
    )
    assert result.stopped == "finished"
    assert [record["step"] for record in result.history] == [1, 2]
    shown = [{**record, "levels": None} for record in seen]
    assert shown == [{**record, "levels": None} for record in result.history]
    assert all(set(record["levels"]) == {"next_number"} for record in seen)
    assert any(record["effective_prompt_ratio"] > 0 for record in result.history)
    assert all(record["entropy"] > 0 and record["gradient_norm"] > 0 for record in result.history)
    assert result.model is model
    assert not unmoved(model, before)
    assert result.scheduler.window("next_number")[1] == 1  # 16 rollouts at level 0, a check; the next 16 were drawn before it


def test_the_parts_fit_a_trainer_of_ones_own(toy, toy_model, tmp_path):
    from trl import GRPOTrainer

    from rlve.models import load
    from rlve.training.callback import RunCallback

    model, tokenizer = load(toy_model)
    before = {name: parameter.detach().clone() for name, parameter in model.named_parameters()}
    stream = ProblemStream(StaticScheduler([toy], high=1))
    reward, seen = RewardFunction(stream), []
    trainer = GRPOTrainer(
        model,
        reward,
        args=grpo_config(**constant(), output_dir=str(tmp_path)),
        train_dataset=stream.dataset(),
        processing_class=tokenizer,
        callbacks=[RunCallback(reward, on_step=seen.append)],
    )
    trainer.train()
    assert [record["step"] for record in seen] == [1, 2]
    assert all({"seconds", "entropy", "completion_tokens", "learning_rate", "gradient_norm"} <= set(record) for record in seen)
    assert any("rewards/rlve/mean" in record and "accuracy" in record for record in trainer.state.log_history)
    assert not unmoved(model, before)


def test_without_a_callback_the_records_are_there_too(toy, toy_model, tmp_path):
    from trl import GRPOTrainer

    from rlve.models import load

    model, tokenizer = load(toy_model)
    reward = RewardFunction()
    trainer = GRPOTrainer(
        model,
        reward,
        args=grpo_config(**constant(max_steps=1), output_dir=str(tmp_path)),
        train_dataset=ProblemStream(StaticScheduler([toy], high=0)).dataset(),
        processing_class=tokenizer,
    )
    trainer.train()
    [record] = reward.books.history
    assert record["step"] == 1
    assert not {"level", "environment_seconds"} & set(record)


def test_a_conversational_model_with_rows_of_ones_own(toy, toy_model):
    from rlve.models import load

    model, tokenizer = load(toy_model)
    tokenizer.chat_template = "{% for message in messages %}{{ message['content'] }}{% endfor %}"
    own = [{"prompt": [{"role": "user", "content": f"What number follows {n}?"}], "answer": str(n + 1)} for n in range(3)]
    judged, plans = [], []

    def judge(*, completions, answer, **others):
        judged.extend(zip(completions, answer, strict=True))
        return same_answer(completions=completions, answer=answer)

    result = train(
        model,
        [toy],
        tokenizer=tokenizer,
        own_dataset=own,
        own_reward=judge,
        own_share=0.25,
        on_plan=plans.append,
        **constant(),
    )
    assert [given for _, given in judged] == ["1"] * 4 + ["2"] * 4
    assert all(completion[0]["role"] == "assistant" for completion, _ in judged)
    assert any(record["format_rate"] > 0 for record in result.history)
    assert len(plans) == 1 and "next_number, levels 0 to 0" in plans[0]


def test_half_precision_weights_are_trained_in_full(toy, toy_model):
    """In bfloat16 a step of 1e-6 is lost to rounding: a model from a hub would hardly learn."""
    import torch

    from rlve.models import load

    model, tokenizer = load(toy_model)
    model.to(torch.bfloat16)
    result = train(model, [toy], tokenizer=tokenizer, **{**NUMBERS, "max_steps": 1})
    assert {parameter.dtype for parameter in result.model.parameters()} == {torch.float32}


def test_what_the_plan_cannot_try_does_not_end_the_run(toy, toy_model, tmp_path, monkeypatch):
    import rlve.training.plan

    def no_memory(*arguments):
        raise MemoryError("too long")

    monkeypatch.setattr(rlve.training.plan, "_seconds_of_a_step", no_memory)
    plans = []
    result = train(str(toy_model), [toy], output_dir=tmp_path / "run", on_plan=plans.append, **{**NUMBERS, "max_steps": 1})
    assert result.stopped == "finished"
    assert "no step could be tried (MemoryError('too long'))" in plans[0]


def test_a_figure_that_fails_does_not_end_the_run(toy, toy_model, tmp_path, monkeypatch, caplog):
    monkeypatch.setattr("rlve.training.callback.run_svg", lambda *_, **__: 1 / 0)
    result = train(str(toy_model), [toy], output_dir=tmp_path / "run", **{**NUMBERS, "max_steps": 1})
    assert result.stopped == "finished"
    assert "no figure drawn: ZeroDivisionError" in caplog.text


def test_an_adapter_of_a_model_without_a_place_is_warned_about(toy, toy_model, tmp_path, caplog):
    from rlve.models import load

    model, tokenizer = load(toy_model)
    model.name_or_path = ""
    train(model, [toy], tokenizer=tokenizer, output_dir=tmp_path / "run", lora_r=2, **{**NUMBERS, "max_steps": 1})
    assert "adapter of a model that was only in memory" in caplog.text


def test_a_second_adapter_is_refused_and_a_frozen_model_too(toy, toy_model, tmp_path):
    pytest.importorskip("peft")
    from rlve.models import load

    model, tokenizer = load(toy_model)
    train(model, [toy], tokenizer=tokenizer, lora_r=2, **{**NUMBERS, "max_steps": 1})
    before = {name: parameter.detach().clone() for name, parameter in model.named_parameters()}
    with pytest.raises(ValueError, match=r"carries an adapter already, .* \(lora_r=0\), merge it .*, or load the model anew"):
        train(model, [toy], tokenizer=tokenizer, lora_r=2, **{**NUMBERS, "max_steps": 1})
    assert not [name for name, parameter in model.named_parameters() if not parameter.equal(before[name])]
    train(model, [toy], tokenizer=tokenizer, **{**NUMBERS, "max_steps": 1})  # goes on with the adapter
    frozen, tokenizer = load(toy_model)
    frozen.requires_grad_(False)
    with pytest.raises(ValueError, match="no weight of the model is trainable"):
        train(frozen, [toy], tokenizer=tokenizer, **{**NUMBERS, "max_steps": 1})


def test_a_model_with_too_few_positions_is_refused_in_words(toy, toy_model):
    with pytest.raises(ValueError, match="max_completion_length=1024 leaves no room for a prompt: the model was made for 1024"):
        train(str(toy_model), [toy], **{**NUMBERS, "max_completion_length": 1024})


def test_an_environment_that_changed_is_told_of_on_resume(toy_model, tmp_path, caplog):
    file = tmp_path / "mine.py"
    text = (
        "from rlve import Environment, Integer\n\n\nclass Mine(Environment):\n    number: int\n\n"
        "    @classmethod\n    def parameters(cls, level):\n        return {'n': 5 + level}\n\n"
        "    @classmethod\n    def draw(cls, rng, n):\n        return cls(number=rng.randint(0, n))\n\n"
        "    def statement(self):\n        return f'What number follows {self.number}?'\n\n"
        "    def answer_format(self):\n        return Integer()\n\n    def solve(self):\n        return self.number + 1\n"
    )
    file.write_text(text)
    folder = tmp_path / "run"
    train(str(toy_model), str(file), output_dir=folder, save_steps=1, **{**NUMBERS, "max_steps": 1})
    file.write_text(text.replace("5 + level", "6 + level"))
    train(str(toy_model), str(file), output_dir=folder, save_steps=1, resume=True, **{**NUMBERS, "max_steps": 2})
    assert "mine has changed since the run began" in caplog.text
