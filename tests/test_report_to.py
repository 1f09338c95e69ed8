"""Dashboards: TensorBoard for real, the others by a fake; scheduler metrics reach them, and a resumed run goes on there."""

import os
import sys
from importlib.machinery import ModuleSpec
from unittest.mock import MagicMock

import pytest

from rlve.runs import RunFolder, read
from rlve.runs.records import with_levels
from rlve.schedulers import AdaptiveScheduler
from rlve.training.bookkeeping import LEVELS_SHOWN, dashboard
from rlve.training.dashboards import check_dashboards, places
from rlve.training.settings import DASHBOARDS, TrainingSettings

pytest.importorskip("trl")

NUMBERS = {"prompts_per_step": 4, "num_generations": 4, "max_completion_length": 6, "learning_rate": 1e-3, "save_steps": 2}
MEASURED = {
    "effective_prompt_ratio",
    "effective_prompt_ratio_correct",
    "accuracy",
    "format_rate",
    "faults",
    "truncated",
    "degenerate",
    "level",
    "level/lowest",
    "level/highest",
    "level/next_number",
}


@pytest.fixture
def go(toy, toy_model, tmp_path):
    """Train the toy model on its environment."""
    from rlve.models import load
    from rlve.training import train

    def run(count, report_to, resume=False):
        model, tokenizer = load(toy_model)
        rule = AdaptiveScheduler([toy], tau_num=16, tau_acc=0.01)
        folder = tmp_path / "run"
        result = train(
            model,
            scheduler=rule,
            tokenizer=tokenizer,
            max_steps=count,
            output_dir=folder,
            report_to=report_to,
            resume=resume,
            **NUMBERS,
        )
        return result, RunFolder(folder)

    return run


def test_what_reaches_a_dashboard():
    levels = {"a": [0, 3], "b": [1, 5]}
    shown = dashboard({"step": 7, "accuracy": 0.5, "level": 4, "seconds": 1.0}, levels)
    assert shown == {"accuracy": 0.5, "level": 4, "level/lowest": 3, "level/highest": 5, "level/a": 3, "level/b": 5}
    many = {f"e{number}": [0, number] for number in range(LEVELS_SHOWN + 1)}
    assert dashboard({}, many) == {"level/lowest": 0, "level/highest": LEVELS_SHOWN}
    assert dashboard({"step": 1, "faults": 4}, {}) == {"faults": 4}


def test_the_words_for_dashboards(monkeypatch, tmp_path):
    monkeypatch.setattr("rlve.training.dashboards.find_spec", lambda name: name != "wandb" or None)
    assert TrainingSettings(report_to="none").report_to == TrainingSettings(report_to=[]).report_to == ()
    for words in ("tensorboard, trackio", ["tensorboard", "trackio"]):
        chosen = TrainingSettings(report_to=words).report_to
        assert chosen == ("tensorboard", "trackio")
        check_dashboards(chosen, str(tmp_path))
    with pytest.raises(ValueError, match="needs the package wandb: pip install wandb"):
        check_dashboards(["wandb"], str(tmp_path))
    with pytest.raises(ValueError, match=f"none or some of {', '.join(DASHBOARDS)}, got 'mlflow'"):
        TrainingSettings(report_to="mlflow")
    monkeypatch.delenv("TENSORBOARD_LOGGING_DIR", raising=False)
    with pytest.raises(ValueError, match="needs the folder of a run to write to"):
        check_dashboards(["tensorboard"], None)


def test_places_are_set_within_and_what_is_set_stays(monkeypatch, tmp_path):
    for name in ("WANDB_PROJECT", "WANDB_RUN_ID", "WANDB_RESUME", "TENSORBOARD_LOGGING_DIR"):
        monkeypatch.delenv(name, raising=False)
    run = RunFolder(tmp_path)
    with places(["wandb", "tensorboard"], run) as noted:
        first = os.environ["WANDB_RUN_ID"]
        assert noted == {"wandb": first} and os.environ["WANDB_RESUME"] == "allow"
        assert os.environ["TENSORBOARD_LOGGING_DIR"] == str(tmp_path / "tensorboard")
    assert "WANDB_RUN_ID" not in os.environ
    run.note("begun", step=0, **noted)
    monkeypatch.setenv("WANDB_PROJECT", "mine")
    with places(["wandb"], run):
        assert (os.environ["WANDB_RUN_ID"], os.environ["WANDB_PROJECT"]) == (first, "mine")
    assert os.environ["WANDB_PROJECT"] == "mine"


def test_tensorboard_shows_the_run_and_goes_on_with_it_after_a_resume(go):
    pytest.importorskip("tensorboard", reason="the extra dev brings it")
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    go(3, "tensorboard")
    _, run = go(5, "tensorboard", resume=True)  # from the checkpoint after step 3, the last
    shown = EventAccumulator(str(run.path / "tensorboard"), purge_orphaned_data=True)
    shown.Reload()
    assert {f"train/{name}" for name in MEASURED} <= set(shown.Tags()["scalars"])
    for name in ("accuracy", "format_rate", "level", "effective_prompt_ratio"):
        points = [(point.step, point.value) for point in shown.Scalars(f"train/{name}")]
        assert points == [(record["step"], pytest.approx(record[name])) for record in run.history()]
    assert [point.value for point in shown.Scalars("train/level/next_number")] == [
        record["levels"]["next_number"][1] for record in with_levels(run.history())
    ]
    assert [record["step"] for record in run.history()] == [1, 2, 3, 4, 5]


def test_steps_after_the_checkpoint_are_forgotten(go):
    pytest.importorskip("tensorboard", reason="the extra dev brings it")
    from shutil import rmtree

    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    _, run = go(3, "tensorboard")
    rmtree(run.checkpoints / "checkpoint-3")  # as after a crash: step 3 was shown and not saved
    go(4, "tensorboard", resume=True)
    shown = EventAccumulator(str(run.path / "tensorboard"), purge_orphaned_data=True)
    shown.Reload()
    assert [point.step for point in shown.Scalars("train/accuracy")] == [1, 2, 3, 4]


@pytest.mark.parametrize("name", ["trackio", "wandb"])
def test_the_others_by_a_fake(name, go, monkeypatch):
    from transformers.integrations import integration_utils
    from trl.extras import profiling
    from trl.trainer import base_trainer, grpo_trainer

    fake = MagicMock(__version__="0.1", __spec__=ModuleSpec(name, None), run=None, ConfigError=RuntimeError)
    seen: dict = {}

    def begin(**how):
        seen.update(how, **{key: os.environ.get(key) for key in ("WANDB_RUN_ID", "WANDB_RESUME")})
        fake.run = MagicMock()

    fake.init.side_effect = begin
    for module in (name, f"{name}.sdk", f"{name}.sdk.lib", f"{name}.sdk.lib.config_util"):
        monkeypatch.setitem(sys.modules, module, fake)
    monkeypatch.setattr(integration_utils, f"is_{name}_available", lambda: True)
    for module in (profiling, grpo_trainer, base_trainer):  # TRL imported the real one when it was imported itself, or did not
        monkeypatch.setattr(module, f"is_{name}_available", lambda: False, raising=False)
    monkeypatch.setattr("rlve.training.dashboards.find_spec", lambda name: True)
    _, run = go(2, [name])
    assert (seen["project"], seen["name"]) == ("rlve", "run")
    if name == "wandb":
        assert (seen["WANDB_RUN_ID"], seen["WANDB_RESUME"]) == (read(run.events)[0]["wandb"], "allow")
    steps = [call.args[0] for call in fake.log.call_args_list if "train/accuracy" in call.args[0]]
    assert len(steps) == 2 and {f"train/{measure}" for measure in MEASURED} <= set(steps[0])


def test_the_command_keeps_what_was_asked_for(toy, toy_model, tmp_path):
    pytest.importorskip("tensorboard", reason="the extra dev brings it")
    from click.testing import CliRunner

    from rlve.cli import cli

    numbers = [
        "--prompts-per-step",
        "2",
        "--num-generations",
        "2",
        "--max-completion-length",
        "4",
        "--max-steps",
        "1",
        "--report-to",
        "tensorboard",
    ]
    folder = tmp_path / "run"
    result = CliRunner().invoke(cli, ["train", "--model", str(toy_model), "-e", toy, *numbers, "--output-dir", str(folder)])
    assert result.exit_code == 0, result.output
    assert RunFolder(folder).config()["settings"]["report_to"] == ["tensorboard"]
    assert len(list((folder / "tensorboard").iterdir())) == 1
    result = CliRunner().invoke(cli, ["train", "--resume", str(folder), "--max-steps", "2"])
    assert result.exit_code == 0, result.output
    assert len(list((folder / "tensorboard").iterdir())) == 2
    result = CliRunner().invoke(cli, ["train", "--model", str(toy_model), "-e", toy, "--report-to", "paper"])
    assert result.exit_code == 2 and "got 'paper'" in result.stderr
