"""A setting is added in one place: its check, its option, its argument, its record and its documentation follow."""

import dataclasses
import inspect
from pathlib import Path
from typing import Any

import click
import pytest
import update_tables
from click.testing import CliRunner

import rlve
from rlve.cli import cli
from rlve.cli.options import SettingsCommand, given_settings, refuse_beside_resume, settings_options
from rlve.cli.shared import Failure
from rlve.errors import RequestError
from rlve.runs.folder import absolute
from rlve.settings import (
    Flag,
    JsonObject,
    Kind,
    Levels,
    Number,
    Seconds,
    Settings,
    TextOrFile,
    Whole,
    Word,
    Words,
    check_value,
    setting,
    signature,
)
from rlve.training.settings import TrainingSettings

ROOT = Path(__file__).resolve().parent.parent


@dataclasses.dataclass(frozen=True)
class More(TrainingSettings):
    """The settings of a training and one more, as if it had been added."""

    patience: int | None = setting(None, Whole(2, 9), "Steps to wait.", unset="for ever", may_change=True)


def test_one_more_setting_is_seen_everywhere() -> None:
    given: dict[str, Any] = {}

    @click.command(cls=SettingsCommand, settings=More)
    @settings_options(More)
    def command(**options: Any) -> None:
        given.update(given_settings(More, options))

    assert CliRunner().invoke(command, ["--patience", "5"]).exit_code == 0 and given == {"patience": 5}
    refused = CliRunner().invoke(command, ["--patience", "1"])
    assert refused.exit_code == 2 and "expected an integer from 2 to 9, got '1'" in refused.output
    assert "Steps to wait.  [default: for ever]" in " ".join(CliRunner().invoke(command, ["--help"]).output.split(" ")).replace(
        "\n", ""
    )
    assert More.from_arguments(patience=5).patience == 5
    with pytest.raises(ValueError, match="patience should be an integer from 2 to 9, got 1"):
        More(patience=1)
    assert "patience" in signature(rlve.train, More).parameters
    record = More(patience=5).as_dict()
    assert record["patience"] == 5 and More.from_dict(record) == More(patience=5)
    assert More(patience=5).changes(More(patience=6)) == {}, "a resumed run may change it"
    assert "| `patience` \\* | for ever | an integer from 2 to 9 | Steps to wait. |" in update_tables.setting_lines(More)


@pytest.mark.parametrize("item", dataclasses.fields(TrainingSettings), ids=lambda item: item.name)
def test_every_setting_of_a_training_is_option_argument_record_and_document(item: Any) -> None:
    assert item.metadata["help"].endswith(".")
    options = {parameter.name for parameter in cli.commands["train"].params}
    assert (item.name in options) == (item.metadata["option"] is not None)
    assert item.name in inspect.signature(rlve.train).parameters
    assert item.name in TrainingSettings().as_dict()
    assert f"| `{item.name}`" in (ROOT / "docs" / "settings.md").read_text("utf-8")


def test_the_names_are_trls_and_pefts() -> None:
    pytest.importorskip("trl")
    from peft import LoraConfig
    from trl import GRPOConfig, ModelConfig

    theirs = {field.name for kind in (GRPOConfig, ModelConfig) for field in dataclasses.fields(kind)}
    theirs |= {f"lora_{name}" if name == "r" else name for name in LoraConfig.__dataclass_fields__}
    ours = {
        *("model", "environments", "prompts_per_step", "memory_check", "scheduler", "choice", "start", "static", "tau_acc"),
        *("tau_num", "d_delta", "review", "shaped", "style", "chat", "system_prompt", "own_dataset", "own_share", "time_limit"),
        *("guards", "trl"),
    }
    assert set(TrainingSettings.names()) - theirs == ours, "what TRL or peft has a name for goes by that name"


@pytest.mark.parametrize("old", TrainingSettings.renamed)
def test_an_old_name_gets_an_error_that_says_the_new_one(old: str) -> None:
    new = TrainingSettings.renamed[old]
    with pytest.raises(ValueError, match=f"{old} is now called {new.split()[0]}"):
        rlve.train("tiny", **{old: 1})
    result = CliRunner().invoke(cli, ["train", f"--{old.replace('_', '-')}", "1"])
    assert result.exit_code == 2 and f"is now called --{new.split()[0].replace('_', '-')}" in result.output


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        (Kind(), ["", "a"], [1, None]),
        (Flag(), [True, False], [1, 0, "yes", None]),
        (Whole(0), [0, 10**20], [-1, 1.0, True, "1", None, float("nan")]),
        (Number(0, 1, above=True, below=True), [0.5, 1e-9], [0, 1, -1, float("nan"), float("inf"), True, "0.5", None]),
        (Word("a", "b"), ["a"], ["c", 1, None, ["a"]]),
        (Words(), ["a,b", ["a"], ()], [1, [1], None]),
        (Levels(), [(0, 3), [2, 2], "1-4"], [(3, 1), (0,), (-1, 2), "a-b", "7", (0.0, 1), None]),
        (Seconds(), [90, 1.5, "1h30m"], ["50", "1d", -1, float("inf"), True, None]),
        (JsonObject(), [{}, {"a": [1]}], [[], "a", {1: 2}, None]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_is_taken_or_refused_in_words(kind: Kind, good: list[Any], bad: list[Any]) -> None:
    for value in good:
        assert check_value("it", kind, check_value("it", kind, value)) == check_value("it", kind, value)
    for value in bad:
        with pytest.raises(ValueError, match=r"^it should be "):
            check_value("it", kind, value)


def test_many_names_may_be_longer_than_a_path() -> None:
    names = [f"environment_number_{number}" for number in range(400)]
    assert Words().parse(",".join(names)) == tuple(names)


def test_a_text_may_stand_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_bytes("\ufeffBe brief.\n".encode())
    assert TextOrFile().parse(f"@{tmp_path / 'words.txt'}") == "Be brief."
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\xfa")
    for name in ("nowhere", "bytes"):
        with pytest.raises(ValueError, match=rf"{name} cannot be read"):
            TextOrFile().parse(f"@{tmp_path / name}")


def test_beside_resume_only_what_may_change() -> None:
    refuse_beside_resume(TrainingSettings, {"max_steps": 3, "guards": "warn"})
    with pytest.raises(Failure, match=r"leave out --learning-rate, --preset"):
        refuse_beside_resume(TrainingSettings, {"learning_rate": 1.0, "max_steps": 3}, {"preset": True})


def test_an_unknown_setting_gets_the_nearest_names() -> None:
    with pytest.raises(ValueError, match="unknown setting learning_rat; perhaps learning_rate"):
        TrainingSettings.check_names(["learning_rat"])

    @dataclasses.dataclass(frozen=True)
    class Few(Settings):
        size: int = setting(1, Whole(), "A size.")

    with pytest.raises(ValueError, match="unknown setting zzz: there are size"):
        Few.from_dict({"zzz": 1})


def test_options_of_another_rule_are_refused() -> None:
    for given, rule in (({"tau_num": 8, "static": (0, 1)}, "paper"), ({"review": 0.1, "scheduler": "paper"}, "proportional")):
        with pytest.raises(ValueError, match=f"belongs to the scheduler {rule}, not to"):
            TrainingSettings(**given)


def test_settings_of_a_gpu_are_trls_own_too() -> None:
    for found in update_tables.gpu_rows(use_vllm=True).values():
        assert found is None or TrainingSettings(**found)


@pytest.mark.parametrize("tail", ["", ":Mine", ":"])
def test_the_path_of_a_file_is_made_absolute_below_folders_with_colons(tail, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "c:d.py:e").mkdir()
    (tmp_path / "c:d.py:e" / "mine.py").write_text("")
    assert absolute(f"c:d.py:e/mine.py{tail}") == f"{tmp_path / 'c:d.py:e' / 'mine.py'}{tail}"


def test_a_time_is_finite():
    with pytest.raises(RequestError, match="a time such as"):
        check_value("time_limit", Seconds(), "9" * 400 + "s")
