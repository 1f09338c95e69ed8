"""Guards: each is provoked, and says what was seen and what to change; healthy runs go on."""

import json
import math
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import rlve
from rlve import Task
from rlve.runs import RunFolder, read
from rlve.runs.degenerate import degenerate, repeats
from rlve.runs.health import GUARDS, format_drop, not_finite, remarks, state
from rlve.runs.recordings import recordings
from rlve.schedulers import Outcome, StaticScheduler
from rlve.training.reward import NOT_FINITE, OwnReward, RewardFunction
from rlve.training.stream import OWN

pytest.importorskip("trl")

ROOT = Path(__file__).resolve().parent.parent
STEP = {"effective_prompt_ratio": 0.5, "accuracy": 0.5, "format_rate": 1.0, "faults": 0, "truncated": 0, "degenerate": 0}
NUMBERS = {"prompts_per_step": 4, "num_generations": 4, "max_completion_length": 6, "learning_rate": 1e-3}


def steps(number, **other):
    return [{"step": step, **STEP, "entropy": 0.4, **other} for step in range(1, number + 1)]


def names(found):
    return [remark.name for remark in found]


# What counts as degenerate text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  \n",
        "!!!!!!",
        "!" * 3000,
        "the the the the the the the",
        "So we have 1, 2, 3. " + "wait, let me check. " * 9,
        "ab" * 40 + "a",
    ],
)
def test_text_that_repeats(text):
    assert repeats(text)


@pytest.mark.parametrize(
    "text",
    [
        "17",
        "I do not know the answer.",
        "so <answer>3 1 4 1 5 9 2 6</answer>",
        "haha, no: the numbers do not fit together",
        "2024",
    ],
)
def test_text_that_does_not_repeat(text):
    assert not repeats(text)


def outcome(seed, status):
    return Outcome(Task("successor", 0, seed), status == "correct", 0.0, status)


def test_degenerate_completions():
    right, wrong, unread = (outcome(1, status) for status in ("correct", "wrong", "unparsable"))
    zeros = "<answer>" + "0 " * 40 + "</answer>"
    assert degenerate([right, wrong, unread, unread], ["a" * 9, "b" * 9, "c" * 9, "no idea"]) == [False, False, True, False]
    assert degenerate([wrong], [zeros]) == [False]  # it can be read, so it is an answer
    same = ["<answer>7</answer>"] * 3 + ["<answer>8</answer>"]
    asked = [outcome(1, "wrong"), outcome(2, "wrong"), outcome(3, "correct"), outcome(4, "wrong")]
    assert degenerate(asked, same) == [True, True, False, False]
    assert degenerate([wrong] * 4, same) == [False] * 4  # of one problem: the rollouts may well agree
    assert degenerate([], []) == []


# The rules


@pytest.mark.parametrize(
    ("history", "name", "stops"),
    [
        (steps(29, effective_prompt_ratio=0.0), "stuck", False),
        (steps(30, effective_prompt_ratio=0.0), "stuck", True),
        (steps(3, degenerate=80), "degenerate", True),
        (steps(2) + steps(3, degenerate=100), "degenerate", True),
        (steps(10, degenerate=40), "degenerate", False),
        (steps(10, entropy=0.001), "entropy", False),
        (steps(1, truncated=51), "truncated", False),
        (steps(10, faults=2), "faults", False),
        (steps(10, format_rate=0.3), "format", False),
    ],
)
def test_rules(history, name, stops):
    (found,) = remarks(history, 100, prompts=10)
    assert (found.name, found.stops) == (name, stops)
    assert found.what and found.remedy


@pytest.mark.parametrize(
    "history",
    [
        steps(9, effective_prompt_ratio=0.0),
        steps(40, effective_prompt_ratio=0.0) + steps(1),
        steps(9, degenerate=40),
        [*steps(2, degenerate=100), *steps(1, degenerate=70)],
        steps(10, truncated=50),
    ],
)
def test_rules_wait(history):
    assert remarks(history, 100, prompts=10) == []


def test_few_faults_are_a_remark_of_the_monitor_and_no_matter_for_a_guard():
    (found,) = remarks([*steps(9), *steps(1, faults=1)], 100)
    assert (found.kind, found.name) == ("warning", "")


def test_small_steps_are_given_more_time():
    assert not remarks(steps(49, effective_prompt_ratio=0.0), 16, prompts=4)[0].stops
    assert remarks(steps(50, effective_prompt_ratio=0.0), 16, prompts=4)[0].stops


def test_values_that_are_no_numbers():
    assert not_finite({"loss": 0.0, "gradient norm": None}) is None
    found = not_finite({"loss": math.nan, "gradient norm": math.inf, "reward": 1.0}, checkpoint=50)
    assert found.stops and "loss nan, gradient norm inf" in found.what and "checkpoint of step 50 is untouched" in found.remedy


@pytest.mark.parametrize(
    ("before", "after", "seen"),
    [
        (0.95, [0.2, 0.3, 0.2], True),
        (0.95, [0.2, 0.3], False),
        (0.95, [0.8, 0.7, 0.75], False),
        (0.3, [0.1, 0.1, 0.1], False),
        (0.95, [0.9] * 5 + [0.1] * 5, False),
    ],
)
def test_the_form_of_answers_after_a_resume(before, after, seen):
    found = format_drop(steps(20, format_rate=before), [{"format_rate": rate} for rate in after])
    assert (found is not None) == seen
    assert not seen or ("95 %" in found.what and "adapter" in found.remedy)


@pytest.mark.parametrize("name", recordings())
def test_recorded_runs_are_healthy_after_every_step(name):
    run = rlve.recorded(name)
    settings, history = run.config()["settings"], run.history()
    prompts = settings["prompts_per_step"]
    for step in range(1, len(history) + 1):
        found = remarks(history[:step], prompts * settings["num_generations"], prompts=prompts)
        assert found == [], f"step {step}"


def test_every_guard_has_an_entry_and_every_entry_is_of_a_guard():
    text = (ROOT / "docs" / "troubleshooting.md").read_text("utf-8")
    titles = [line.removeprefix("### ") for line in text.splitlines() if line.startswith("### ")]
    assert [title for title in titles if title in GUARDS] == list(GUARDS)
    for entry in text.split("\n### ")[1 : len(GUARDS) + 1]:
        assert all(f"**{word}" in entry for word in ("Seen", "Cause", "Change")), entry


# Guards in training


@pytest.fixture
def go(toy, toy_model, tmp_path):
    """Train the toy model on its environment, and give the result and the folder."""
    from rlve.models import load
    from rlve.training import train

    def run(count, *, resume=False, change=None, **options):
        model, tokenizer = load(toy_model)
        if change is not None:
            change(model)
        result = train(
            model,
            tokenizer=tokenizer,
            scheduler=StaticScheduler([toy], low=0, high=2),
            max_steps=count,
            output_dir=tmp_path / "run",
            resume=resume,
            **{**NUMBERS, "save_steps": 2, **options},
        )
        return result, RunFolder(tmp_path / "run")

    return run


def events(run, event):
    return [line for line in read(run.events) if line["event"] == event]


def test_a_healthy_run_is_left_alone(go):
    result, run = go(6)
    assert result.stopped == "finished"
    assert [line["event"] for line in read(run.events)] == ["begun", "finished"]


def test_events_are_documented(tmp_path):
    run = RunFolder(tmp_path)
    for details in ({"why": "finished"}, {"guard": "stuck", "what": "?", "remedy": "!"}, {"wandb": "id"}):
        run.note("stopped", step=3, **details)
    section = (ROOT / "docs" / "metrics.md").read_text("utf-8").split("## events.jsonl\n")[1].partition("\n## ")[0]
    documented = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
    assert list(dict.fromkeys(key for line in read(run.events) for key in line)) == documented


@pytest.mark.parametrize("save_steps", [2, 1])
def test_a_gradient_that_is_no_number_stops_the_run_and_touches_neither_weights_nor_checkpoint(
    save_steps, go, monkeypatch, caplog
):
    import torch
    from transformers import Trainer

    done = []
    backward = Trainer.training_step

    def poisoned(self, model, *rest, **more):
        loss = backward(self, model, *rest, **more)
        done.append(self.state.global_step)
        if self.state.global_step == 3:
            next(model.parameters()).grad.fill_(math.nan)
        return loss

    monkeypatch.setattr(Trainer, "training_step", poisoned)
    result, run = go(8, save_steps=save_steps)
    assert result.stopped == "guard not-a-number" and max(done) == 3
    place, kept = run.checkpoint()
    assert kept["step"] == (2 if save_steps == 2 else 3)
    assert not run.model.exists()
    assert all(parameter.isfinite().all() for parameter in result.model.parameters())
    from safetensors.torch import load_file

    assert all(torch.isfinite(tensor).all() for tensor in load_file(place / "model.safetensors").values())
    (stopped,) = events(run, "stopped")
    assert stopped["step"] == 4 and "gradient norm nan" in stopped["what"]
    assert f"checkpoint of step {kept['step']} is untouched" in stopped["remedy"]
    assert "guard not-a-number stops the run" in caplog.text
    assert "Stopped by the guard not-a-number after step 4" in state(run.history(), 8, 0, kept["step"], read(run.events)[-1]).what

    monkeypatch.setattr(Trainer, "training_step", backward)
    result, run = go(8, save_steps=save_steps, resume=True)  # the cause is gone
    assert result.stopped == "finished" and [record["step"] for record in run.history()] == list(range(1, 9))
    assert read(run.events)[-1]["event"] == "finished" and events(run, "resumed")[0]["step"] == kept["step"]


def test_weights_that_are_no_numbers(go, monkeypatch):
    from transformers import Trainer

    backward = Trainer.training_step

    def spoiling(self, model, *rest, **more):
        loss = backward(self, model, *rest, **more)
        model.get_output_embeddings().weight.data[-1, 0] = math.inf
        return loss

    monkeypatch.setattr(Trainer, "training_step", spoiling)
    result, run = go(3, save_steps=1)
    assert result.stopped == "guard not-a-number" and run.checkpoint() is None
    assert "weights nan" in events(run, "stopped")[0]["what"] and "No checkpoint" in events(run, "stopped")[0]["remedy"]


def test_the_same_text_for_all_prompts(go):
    """Uniform weights write the same token for ever, as a vLLM engine does that woke up without weights."""

    def break_(model):
        head = model.get_output_embeddings()
        import torch

        bias = torch.zeros(head.out_features)
        bias[20] = 1e4
        head.register_forward_hook(lambda module, inputs, logits: logits * 0 + bias)

    result, run = go(8, change=break_)
    assert result.stopped == "guard degenerate" and result.history[-1]["step"] == 3
    (stopped,) = events(run, "stopped")
    assert "100 % of the completions are degenerate" in stopped["what"] and "One of them: " in stopped["what"]
    assert run.checkpoint()[1]["step"] == 2  # the one before
    assert not run.model.exists()


def test_nothing_informative_stops_after_saving_and_can_go_on(go, caplog):
    result, run = go(60, learning_rate=0.0, temperature=1e-4, save_steps=1000)  # greedy: the rollouts of a prompt are alike
    assert result.stopped == "guard stuck" and result.history[-1]["step"] == 50
    assert run.checkpoint()[1]["step"] == 50 and run.model.is_dir()
    assert [line["step"] for line in events(run, "warned") if line["guard"] == "stuck"] == [10]
    assert "no informative group for 50 steps" in events(run, "stopped")[0]["what"]
    assert caplog.text.count("guard stuck warns") == 1
    result, run = go(52, learning_rate=0.0, temperature=1e-4, save_steps=1000, resume=True)
    assert result.stopped == "finished"  # it begins to count anew


@pytest.mark.parametrize(("action", "count", "words"), [("warn", 51, ["stuck"]), ("off", 12, [])])
def test_guards_that_only_warn_or_do_not_look(action, count, words, go):
    result, run = go(count, learning_rate=0.0, temperature=1e-4, save_steps=1000, guards=action)
    assert result.stopped == "finished"
    assert {line["guard"] for line in events(run, "warned")} - {"entropy"} == set(words)
    with pytest.raises(ValueError, match="guards should be one of stop, warn, off, got 'perhaps'"):
        go(1, guards="perhaps")


def test_answers_that_lose_their_form_by_a_resume(go):
    result, run = go(4)
    assert result.history[-1]["format_rate"] > 0.6

    def double(model):
        for parameter in model.model.layers.parameters():
            parameter.data.mul_(4)

    from transformers import Trainer

    loaded = Trainer._load_from_checkpoint

    def badly(self, *rest, **more):
        loaded(self, *rest, **more)
        double(self.model)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Trainer, "_load_from_checkpoint", badly)
        result, run = go(20, resume=True, save_steps=2)
    assert result.stopped in ("guard format-after-resume", "guard degenerate")
    assert any("Since the resume only" in line["what"] for line in read(run.events) if "what" in line)


def test_a_reward_of_ones_own_that_is_no_number():
    logged = {}
    own = OwnReward(lambda completions, **others: [math.nan] * len(completions))
    own(completions=["a", "b"], environment=[OWN, "successor"], log_metric=logged.__setitem__)
    assert logged == {NOT_FINITE: 1}
    from rlve.training.guards import GuardCallback

    guard = GuardCallback(RewardFunction())
    found = guard._not_finite({NOT_FINITE: 1}, type("Arguments", (), {"fp16": False}), Nothing())
    assert "a reward of your own nan" in found.what


class Nothing:
    def parameters(self):
        return []


def test_overflows_of_fp16_are_borne_for_a_while():
    from rlve.training.guards import OVERFLOWS, GuardCallback

    guard = GuardCallback(RewardFunction())
    arguments = type("Arguments", (), {"fp16": True})
    found = [guard._not_finite({"grad_norm": math.inf}, arguments, Nothing()) for _ in range(OVERFLOWS + 1)]
    assert found[:-1] == [None] * OVERFLOWS and found[-1].stops
    assert guard._not_finite({"grad_norm": 1.0}, arguments, Nothing()) is None
    assert guard._not_finite({"grad_norm": math.inf}, arguments, Nothing()) is None


def test_the_command_says_so_by_its_exit_code(toy, toy_model, tmp_path, monkeypatch):
    from rlve.cli import cli
    from rlve.runs.health import Remark
    from rlve.training.guards import GuardCallback

    monkeypatch.setattr(GuardCallback, "_found", lambda *rest: [Remark("bad", "All is lost.", "Change it.", "degenerate", True)])
    monkeypatch.setattr(GuardCallback, "_example", lambda self: None)
    numbers = ["--prompts-per-step", "2", "--num-generations", "2", "--max-completion-length", "4", "--max-steps", "3"]
    arguments = ["train", "--model", str(toy_model), "-e", toy, *numbers, "--output-dir", str(tmp_path / "run")]
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 4, result.output
    assert "stopped (guard degenerate) after step 1 of 3" in result.output and "no model/" in result.output
    assert json.loads((tmp_path / "run" / "config.json").read_text())["settings"]["guards"] == "stop"
    result = CliRunner().invoke(cli, ["train", "--resume", str(tmp_path / "run"), "--guards", "warn"])
    assert result.exit_code == 0, result.output
    assert json.loads((tmp_path / "run" / "config.json").read_text())["settings"]["guards"] == "warn"
