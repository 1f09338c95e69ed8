"""`rlve train`: what it says, what it keeps, and how it refuses."""

import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rlve.cli import cli
from rlve.runs import RunFolder, read
from rlve.runs.folder import new_folder
from rlve.runs.progress import abbreviation, progress, status
from rlve.settings import Seconds
from rlve.training.settings import TrainingSettings
from rlve.training.stream import OWN, own_rows

pytest.importorskip("trl")

METRICS = (Path(__file__).resolve().parent.parent / "docs" / "metrics.md").read_text("utf-8")
SMALL = ("--prompts-per-step", "4", "--num-generations", "4", "--max-completion-length", "12", "--learning-rate", "1e-3")


def run(*arguments: object) -> Result:
    plain = {"FORCE_COLOR": None, "TTY_COMPATIBLE": None}
    result = CliRunner(env=plain).invoke(cli, ["train", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def small(toy: str, toy_model: Path, tmp_path: Path) -> tuple[object, ...]:
    """Arguments of a short run of the toy model on the toy environment."""
    return ("--model", toy_model, "-e", toy, *SMALL, "--output-dir", tmp_path / "run")


@pytest.fixture(scope="module")
def finished(toy: str, toy_model: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Result, RunFolder]:
    """What a run said, and its folder."""
    folder = tmp_path_factory.mktemp("finished") / "run"
    options = ("--max-steps", 4, "--save-steps", 2, "--tau-num", 8, "--tau-acc", "0.01", "--output-dir", folder)
    result = run("--model", toy_model, "-e", toy, *SMALL, *options)
    assert result.exit_code == 0, result.output
    return result, RunFolder(folder)


def test_a_run_says_what_it_will_do_and_how_it_goes(finished: tuple[Result, RunFolder], toy_model: Path) -> None:
    result, kept = finished
    lines = result.stdout.splitlines()
    assert re.fullmatch(rf"{re.escape(str(toy_model))}: all weights, [\d,]+ trained parameters on .+", lines[0])
    assert lines[1:3] == ["AdaptiveScheduler over 1 environments, now", "  next_number, levels 0 to 0"]
    assert lines[3] == "4 steps of 4 prompts x 4 rollouts (64 completions of at most 12 tokens)"
    assert re.fullmatch(
        r"about [\d.]+ s, if all steps take as long as one tried just now; longer as problems and answers grow", lines[4]
    )
    assert lines[5] == f"kept in {kept.path}, with a checkpoint every 2 steps"
    told = [line for line in lines if line.startswith("[")]
    assert len(told) == 4
    assert re.fullmatch(r"\[ +\d+ s\] step +4 of 4  EPR \d\.\d\d  reward .+  accuracy .+  levels: next_number \d", told[-1])
    assert "load it with rlve.models.load" in lines[-1]


def test_the_folder_of_a_run_is_complete(finished: tuple[Result, RunFolder], toy_model: Path) -> None:
    _, kept = finished
    config = kept.config()
    assert {"python", "rlve", "torch", "trl", "transformers"} <= set(config["versions"])
    assert config["scheduler"] == {
        "algorithm": "AdaptiveScheduler",
        "choice": "uniform",
        "tau_acc": "1/100",
        "tau_num": 8,
        "d_delta": 4,
    }
    assert config["environments"] == ["next_number"]
    assert set(config["settings"]) == set(TrainingSettings.names())
    assert (config["settings"]["learning_rate"], config["settings"]["max_steps"], config["settings"]["shaped"]) == (1e-3, 4, True)
    assert [record["step"] for record in kept.history()] == [1, 2, 3, 4]
    outcomes, samples = read(kept.outcomes), read(kept.samples)
    assert len(outcomes) == 64
    assert len(samples) == 4
    assert samples[0].items() >= outcomes[0].items()
    assert samples[0]["prompt"].startswith("What number follows") and samples[0]["completion"]
    assert kept.figure.read_text("utf-8").startswith("<svg")
    assert sorted(path.name for path in kept.checkpoints.glob("checkpoint-*")) == ["checkpoint-2", "checkpoint-4"]
    assert all((path / "rlve.json").is_file() for path in kept.checkpoints.glob("checkpoint-*"))

    from rlve.models import load

    model, tokenizer = load(kept.model)
    before, _ = load(toy_model)
    theirs = dict(before.named_parameters())
    assert any(not parameter.equal(theirs[name]) for name, parameter in model.named_parameters())
    assert tokenizer("3")["input_ids"]


@pytest.mark.parametrize("log", ["metrics", "outcomes", "samples"])
def test_what_is_logged_is_documented_and_the_other_way_round(finished: tuple[Result, RunFolder], log: str) -> None:
    _, kept = finished
    section = METRICS.split(f"## {log}.jsonl\n")[1].partition("\n## ")[0]
    documented = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
    records = read(getattr(kept, log))
    assert records
    for record in records:
        assert list(record) == documented


def test_static_levels_binary_rewards_and_a_time_limit(small: tuple[object, ...], tmp_path: Path) -> None:
    result = run(*small, "--max-steps", 5, "--static", "1-2", "--no-shaped", "--style", "boxed", "--time-limit", "0.001s")
    assert result.exit_code == 0, result.output
    assert "StaticScheduler over 1 environments, now\n  next_number, levels 1 to 2\n" in result.stdout
    assert f"after step 1 of 5; go on with: rlve train --resume {tmp_path / 'run'}" in result.stdout
    kept = RunFolder(tmp_path / "run")
    outcomes = read(kept.outcomes)
    assert {outcome["level"] for outcome in outcomes} <= {1, 2}
    assert {outcome["reward"] for outcome in outcomes} <= {0.0, 1.0}
    assert "\\boxed" in read(kept.samples)[0]["prompt"]

    result = run("--resume", tmp_path / "run", "--max-steps", 3)
    assert result.exit_code == 0, result.output
    assert "2 steps after the 1 done" in result.stdout
    assert "go on with" not in result.stdout
    assert [record["step"] for record in kept.history()] == [1, 2, 3]
    assert kept.config()["settings"]["max_steps"] == 3
    assert {outcome["level"] for outcome in read(kept.outcomes)} == {1, 2}
    assert {outcome["reward"] for outcome in read(kept.outcomes)} <= {0.0, 1.0}

    result = run("--resume", tmp_path / "run")
    assert result.exit_code == 2 and "has done 3 steps" in result.stderr


def test_a_dataset_of_ones_own_and_lora(small: tuple[object, ...], tmp_path: Path) -> None:
    data = tmp_path / "own.jsonl"
    data.write_text("".join(f'{{"prompt": "What number follows {n}?", "answer": {n + 1}}}\n' for n in range(3)))
    result = run(
        *small, "--max-steps", 2, "--own-dataset", data, "--own-share", 0.5, "--lora-r", 2, "--per-device-train-batch-size", 8
    )
    assert result.exit_code == 0, result.output
    assert "LoRA of rank 2" in result.stdout
    kept = RunFolder(tmp_path / "run")
    assert len(read(kept.outcomes)) == 16  # half of the rollouts are the user's own and no outcomes
    [checkpoint] = kept.checkpoints.glob("checkpoint-*")
    waiting = json.loads((checkpoint / "rlve.json").read_text())["stream"]["open"]
    assert [level for _, environment, level, _ in waiting if environment == OWN] == [1, 2]
    assert (kept.model / "adapter_model.safetensors").is_file()
    assert kept.config()["settings"]["own_share"] == 0.5


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--time-limit", "50"), "expected a time such as 90s, 50m or 1h30m, got '50'"),
        (("--time-limit", "1h x"), "expected a time"),
        (("--static", "7"), "expected LOW-HIGH, such as 0-20, got '7'"),
        (("--static", "a-b"), "expected LOW-HIGH"),
        (("--static", "3-1"), "low should not exceed high"),
        (("--static", "0-99"), "next_number has levels 0 to 40, and high is 99"),
        (("--static", "0-3", "--tau-num", "8"), "belongs to the scheduler paper"),
        (("--scheduler", "proportional", "--tau-acc", "0.8"), "belongs to the scheduler paper"),
        (("--scheduler", "paper", "--static", "0-3"), "belongs to the scheduler static"),
        (("--tau-acc", "2"), "expected a number above 0 and at most 1"),
        (("-e", "integer_sortin"), "did you mean integer_sorting"),
        (("-e", "./nowhere.py"), "no file './nowhere.py'"),
        (("--model", "./nowhere"), "there is no model ./nowhere"),
        (
            ("--per-device-train-batch-size", "5"),
            "per_device_train_batch_size=5 should divide the 16 rollouts of a step (4 prompts x 4): one of 1, 2, 4",
        ),
        (("--num-generations", "1"), "--num-generations"),
        (("--max-steps", "0"), "--max-steps"),
        (("--own-dataset", "nowhere.jsonl"), "nowhere.jsonl"),
        (("--own-share", "1"), "--own-share"),
        (("--lora-r", "-1"), "--lora-r"),
        (("--lora-rank", "8"), "--lora-rank is now called --lora-r"),
        (("--learning-rate", "nan"), "expected a number of at least 0"),
        (("--seed", str(2**32)), "expected an integer from 0 to 4294967295"),
    ],
)
def test_wrong_usage(
    arguments: tuple[str, ...], words: str, small: tuple[object, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    result = run(*small, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in " ".join(result.stderr.split()) and "Traceback" not in result.stderr
    assert not RunFolder(tmp_path / "run").exists()  # so that the mended command finds the folder free


def test_resume_refuses(small: tuple[object, ...], toy: str, toy_model: Path, tmp_path: Path) -> None:
    result = run("--resume", tmp_path / "run", "--learning-rate", 1, "--static", "0-3", "--max-steps", 3)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "leave out --learning-rate, --static" in result.stderr
    result = run("--resume", tmp_path / "run")
    assert result.exit_code == 2 and "config.json is missing" in result.stderr

    from rlve.schedulers import StaticScheduler
    from rlve.training import train

    class Rule(StaticScheduler):
        pass

    scheduler = Rule([toy], high=0)
    train(
        str(toy_model),
        scheduler=scheduler,
        max_steps=1,
        prompts_per_step=1,
        num_generations=2,
        max_completion_length=2,
        output_dir=tmp_path / "run",
    )
    result = run("--resume", tmp_path / "run", "--max-steps", 2)
    assert result.exit_code == 2 and "unknown scheduler 'Rule'" in result.stderr
    config = json.loads((tmp_path / "run" / "config.json").read_text())
    (tmp_path / "run" / "config.json").write_text(
        json.dumps({"settings": {**config["settings"], "scheduler": {"rule": "paper"}}, "command": None})
    )  # as rlve 0.1 kept it
    result = run("--resume", tmp_path / "run", "--max-steps", 2)
    assert result.exit_code == 2 and "was written by rlve 0.1: it can be read and reported, and not resumed" in result.stderr
    result = run(*small)
    assert result.exit_code == 2 and "holds a run already" in result.stderr


def test_help_and_a_missing_package(small: tuple[object, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert "Example" in result.output and "\\b " not in result.output and "  rlve train" in result.output
    monkeypatch.setattr(
        "rlve.training.command.need", lambda *modules: (_ for _ in ()).throw(ModuleNotFoundError("no trl", name="trl"))
    )
    result = run(*small)
    assert result.exit_code == 2 and "training needs trl: pip install 'rlve[train] @ git+" in result.stderr


def test_seconds_of() -> None:
    times = {"90s": 90, "50m": 3000, "1.5h": 5400, "1h30m": 5400, "1h1m1s": 3661, "0.5s": 0.5}
    assert {text: Seconds().parse(text) for text in times} == times
    for text in ("", "50", "m", "1d", "-5m", "1h 30m", "1h30", "1..5h"):
        with pytest.raises(ValueError, match=f"time_limit should be a time .*, got {re.escape(repr(text))}"):
            TrainingSettings(time_limit=text)


def test_own_rows(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    path.write_text('{"prompt": "a", "answer": 1, "more": 2}\n\n{"prompt": [{"role": "user", "content": "é"}], "answer": "x"}\n')
    assert own_rows(path) == [
        {"prompt": "a", "answer": "1"},
        {"prompt": [{"role": "user", "content": "é"}], "answer": "x"},
    ]
    for text, number in (('{"prompt": "a", "answer": 1}\n{"prompt": "a"}', 2), ("no json", 1), ("[1]", 1)):
        path.write_text(text)
        with pytest.raises(ValueError, match=rf'own\.jsonl, line {number}: expected {{"prompt": ..., "answer": ...}}'):
            own_rows(path)
    path.write_text("\n")
    with pytest.raises(ValueError, match="holds no rows"):
        own_rows(path)


def test_the_status_line() -> None:
    record = {
        "levels": {"integer_sorting": [0, 3]},
        "level": 3.0,
        "effective_prompt_ratio": 0.5,
        "reward": 0.126,
        "accuracy": 0.25,
    }
    assert status(record) == "EPR 0.50  reward 0.13  accuracy 0.25  levels: integer_sorting 3"
    record["levels"] = {"a": [0, 1], "b": [2, 5], "c": [0, 0], "a_rather_long_name": [0, 4], "d": [0, 2]}
    record["level"] = 2.4
    del record["reward"], record["accuracy"]
    assert status(record, shown=3) == "EPR 0.50  levels: b 5, a_rather_long_n… 4, d 2 +2 more, mean 2.4"
    record["levels"] = {f"e{number}": [0, number] for number in range(401)}
    assert status(record) == "EPR 0.50  levels: 40 200 360 (10, 50, 90 % of 401), highest e400 400, lowest e0 0"
    assert abbreviation("abcdefgh", 4) == "abc…"


def test_on_a_terminal_a_bar_shows_the_newest_step(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "160")
    said: list[object] = []
    with progress(40, said.append) as on_step:
        on_step({"step": 3, "levels": {"integer_sorting": [0, 7]}, "level": 7.0, "effective_prompt_ratio": 0.5})
    out = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", capsys.readouterr().out)
    assert "3/40" in out and "integer_sorting 7" in out and "EPR 0.50" in out
    assert not said


def test_elsewhere_the_first_and_every_twentieth_of_the_steps_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # as a Jupyter kernel sets it for its subprocesses
    said: list[str] = []
    with progress(50, said.append) as on_step:
        for step in range(1, 51):
            on_step({"step": step, "levels": {}, "level": 0.0, "effective_prompt_ratio": 0.5})
    assert [int(line.split("step")[1].split()[0]) for line in said] == [1, *range(2, 51, 2)]


def test_the_folder_of_a_run_is_named_after_it() -> None:
    folder = new_folder("org/Some-Model", ["./my_env.py", "C4", "integer_sorting"])
    assert folder.parent == Path("runs")
    assert re.fullmatch(r"Some_Model-my_env-C4-\d{8}-\d{6}", folder.name)
