"""Presets: each gives a valid configuration, the paper's numbers are in them, and the command line uses and overrides them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import update_tables
from click.testing import CliRunner

import rlve
from rlve.cli import cli
from rlve.models.memory import CLASSES, SIZES, row
from rlve.training.presets import AS_IN_THE_PAPER, PRESETS, SCALE, Preset, difference_lines, preset_named
from rlve.training.settings import TrainingSettings

ROOT = Path(__file__).resolve().parent.parent
PAPERS = [preset for preset in PRESETS.values() if preset.differences]


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_a_preset_gives_a_valid_configuration(preset: Preset, tmp_path: Path) -> None:
    pytest.importorskip("trl")
    from rlve.training import grpo_config

    assert all(rlve.resolve(name) for name in preset.environments)
    arguments = preset.arguments()
    ours = {"model", "environments", "lora_r", "style", "chat", "use_vllm", "scheduler"}
    options: dict[str, Any] = {name: value for name, value in arguments.items() if name not in ours}
    defaults = {"prompts_per_step": 16, "num_generations": 8, "max_completion_length": 512, "learning_rate": 1e-5}
    config = grpo_config(max_steps=10, output_dir=str(tmp_path), per_device_train_batch_size=2, **{**defaults, **options})
    for name, value in preset.settings.get("trl", {}).items():
        assert getattr(config, name) == value
    assert config.max_completion_length == options.get("max_completion_length", 512)


def test_the_papers_five_models_have_the_papers_settings() -> None:
    assert len(PAPERS) == 5
    for preset in PAPERS:
        assert preset.settings["num_generations"] == 16 and preset.settings["scheduler"] == "paper"
        assert preset.settings["trl"] == AS_IN_THE_PAPER
        base = preset.name == "qwen2.5-7b"
        assert preset.settings["learning_rate"] == pytest.approx(SCALE * (1e-6 if base else 2e-6))
        assert preset.settings["style"] == ("answer" if base else "boxed")
        assert preset.settings.get("chat") is (False if base else None)
        told = {difference.what: difference.paper for difference in preset.differences}
        assert (told["tokens of an answer"], told["learning rate"]) == (("8,192", "1e-06") if base else ("24,576", "2e-06"))
        assert {"prompts a step", "dynamic sampling", "what is trained", "scheduler"} <= set(told)
    from rlve.schedulers import scheduler_named

    assert scheduler_named("paper", "C4").options() == {"tau_acc": "9/10", "tau_num": 128, "d_delta": 4}


def test_presets_fit_the_gpus_that_the_document_names() -> None:
    for preset in PAPERS:
        size, smallest = ("7B", 80) if preset.name == "qwen2.5-7b" else ("1.5B", 24)
        fits = [
            row(SIZES[size], usable, bf16=True, use_vllm=True, given=preset.arguments()) is not None
            for usable in CLASSES.values()
        ]
        assert fits == [kind >= smallest for kind in CLASSES]
    for name, size, smallest in (("qwen2.5-0.5b-instruct", "0.5B", 16), ("qwen2.5-1.5b-instruct", "1.5B", 16)):
        assert row(SIZES[size], CLASSES[smallest], bf16=False, use_vllm=False, given=PRESETS[name].arguments()) is not None


def test_the_documents_show_what_the_code_has() -> None:
    for name, parts in update_tables.tables().items():
        text = (ROOT / "docs" / name).read_text("utf-8")
        assert update_tables.written(text, parts) == text, "python scripts/update_tables.py writes it anew"


def test_an_unknown_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"no preset 'qwen': there are qwen2\.5-0\.5b-instruct, "):
        preset_named("qwen")
    result = CliRunner().invoke(cli, ["train", "--preset", "qwen"])
    assert result.exit_code == 2 and "no preset 'qwen'" in result.stderr


def test_the_command_shows_them() -> None:
    result = CliRunner().invoke(cli, ["presets"])
    assert result.exit_code == 0 and all(name in result.stdout for name in PRESETS)
    result = CliRunner().invoke(cli, ["presets", "openthinker3-1.5b"])
    assert "open-thoughts/OpenThinker3-1.5B" in result.stdout and "| tokens of an answer | 24,576 | 8,192 |" in result.stdout
    assert "none of the paper's" in CliRunner().invoke(cli, ["presets", "qwen2.5-0.5b-instruct"]).stdout
    assert difference_lines(PRESETS["qwen2.5-0.5b-instruct"]) == []


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the command line would have run."""
    found: dict[str, Any] = {}
    monkeypatch.setattr("rlve.training.command.run_training", lambda given, *rest: found.update(given) or "finished")
    return found


def test_a_preset_fills_in_what_the_command_line_leaves_out(asked: dict[str, Any]) -> None:
    result = CliRunner().invoke(cli, ["train", "--preset", "prorl-1.5b-v2", "-e", "C4", "--max-completion-length", "4096"])
    assert result.exit_code == 0, result.output
    assert "not tried on a GPU" in result.stdout and "| learning rate | 2e-06 | 2e-05 |" in result.stdout
    assert (asked["model"], asked["environments"]) == ("nvidia/Nemotron-Research-Reasoning-Qwen-1.5B", ("C4",))
    settings = TrainingSettings(**asked)
    assert settings.scheduler_options() == ("paper", {})
    assert (settings.max_completion_length, settings.num_generations, settings.learning_rate) == (4096, 16, 2e-5)
    assert (settings.trl["epsilon_high"], settings.use_vllm, settings.style) == (0.28, True, "boxed")
    assert {"max_completion_length", "num_generations", "prompts_per_step", "lora_r"} <= set(asked)
    assert "per_device_train_batch_size" not in asked


def test_ones_own_rule_takes_the_place_of_the_presets(asked: dict[str, Any]) -> None:
    result = CliRunner().invoke(cli, ["train", "--preset", "qwen2.5-7b", "--static", "0-3", "--no-use-vllm", "--lora-r", "0"])
    assert result.exit_code == 0 and TrainingSettings(**asked).scheduler_options() == ("static", {"low": 0, "high": 3})
    assert asked["use_vllm"] is False and asked["lora_r"] == 0
    assert asked["learning_rate"] == 1e-6, "the paper's, for all weights"
    assert "yours instead: learning_rate 1e-06, lora_r 0, use_vllm False, no scheduler\n" in result.stdout


def test_options_of_the_memory_reach_the_training(asked: dict[str, Any]) -> None:
    options = ["--dtype", "float16", "--no-gradient-checkpointing", "--load-in-4bit", "--lora-r", "8", "--no-memory-check"]
    result = CliRunner().invoke(cli, ["train", *options])
    assert result.exit_code == 0, result.output
    wanted = {"dtype": "float16", "gradient_checkpointing": False, "load_in_4bit": True, "lora_r": 8, "memory_check": False}
    assert asked == wanted
    asked.clear()
    assert CliRunner().invoke(cli, ["train"]).exit_code == 0
    assert asked == {}
