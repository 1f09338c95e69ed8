"""Evaluations kept in a folder: what is written, and that an interrupted one goes on as if nothing had been."""

import json
import math
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from toys import Successor, source

from rlve.evaluation import compare
from rlve.evaluation.folder import Evaluation, load_evaluation
from rlve.evaluation.problem_sets import problem_set
from rlve.evaluation.report import accuracy_table, bands, cut_off, faulty, figure, summary_page
from rlve.evaluation.run import run_evaluation
from rlve.evaluation.settings import EvaluationSettings
from rlve.models.backends import Completion, Sampling
from rlve.models.chat import AS_MADE, Prompting
from rlve.runs import read
from rlve.runs.lock import locked
from rlve.statistics import wilson

ROOT = Path(__file__).resolve().parent.parent
PROBLEMS = problem_set(Successor, {0: 4, 1: 6}, name="toys")


@dataclass
class Scripted:
    """Writes a completion by the place of the problem; `dies_at` is the call that fails."""

    dies_at: int = 99
    kind: str = "scripted"
    sampling: Sampling = Sampling()
    prompting: Prompting = AS_MADE
    calls: list[tuple[int, int]] = field(default_factory=list)

    def complete(self, prompts: Sequence[str], first: int) -> list[Completion]:
        if len(self.calls) == self.dies_at:
            raise KeyboardInterrupt
        self.calls.append((first, len(prompts)))
        return [self.one(prompt, first + index) for index, prompt in enumerate(prompts)]

    def one(self, prompt: str, place: int) -> Completion:
        number = int(prompt.split("?")[0].split()[-1])
        right = Completion(f"<answer>{number + 1}</answer>", 3, False)
        return [right, Completion(f"<answer>{number}</answer>", 3, False), Completion("\u2028 hm", 5, True), right][place % 4]

    def describe(self) -> dict:
        return {"backend": self.kind}


SETTINGS = EvaluationSettings(model="scripted", batch_size=4)


def go(folder: Path | None, backend: Scripted | None = None, **options) -> Evaluation:
    return run_evaluation(backend or Scripted(), PROBLEMS, folder, **{"settings": SETTINGS, **options})


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "evaluation"
    go(folder)
    return folder


@pytest.fixture
def stopped(tmp_path) -> Path:
    """Stopped after the first of three batches."""
    with pytest.raises(KeyboardInterrupt):
        go(tmp_path / "stopped", Scripted(dies_at=1))
    return tmp_path / "stopped"


def completions(folder: Path) -> bytes:
    return (folder / "completions.jsonl").read_bytes()


def timeless(folder: Path) -> dict:
    return {**json.loads((folder / "summary.json").read_text("utf-8")), "seconds": None}


def test_a_record_holds_problem_verdict_and_completion(whole):
    records = read(whole / "completions.jsonl")
    assert len(records) == 10
    assert list(records[1]) == [
        *("environment", "version", "level", "seed", "status", "reward", "reason", "tokens", "truncated", "completion")
    ]
    second = {name: records[1][name] for name in ("environment", "version", "level", "seed", "status", "reward", "tokens")}
    assert second == {
        "environment": "successor",
        "version": 1,
        "level": 0,
        "seed": 1_000_000_001,
        "status": "wrong",
        "reward": 0.5,
        "tokens": 3,
    }
    assert records[2]["completion"] == "\u2028 hm" and records[2]["truncated"]
    assert tuple(load_evaluation(whole).entries) == PROBLEMS.entries


def test_the_summary_counts_by_environment_and_level(whole):
    summary = timeless(whole)
    assert summary["problem_set"] == {"name": "toys", "problems": 10, "fingerprint": PROBLEMS.fingerprint}
    whole_set, low, high = summary["all"], summary["levels"]["0"], summary["environments"]["successor"]["levels"]["1"]
    assert whole_set["statuses"] == {"correct": 5, "unparsable": 2, "wrong": 3}
    assert (whole_set["accuracy"], whole_set["total"]) == (0.5, 10)
    assert (low["correct"], low["total"], high["correct"], high["total"]) == (2, 4, 3, 6)
    assert low["interval"] == list(wilson(2, 4))
    assert (low["truncation_rate"], low["format_rate"]) == (0.25, 1.0)
    assert summary["tokens"] == pytest.approx(3.4)


def test_environments_that_are_mostly_cut_off_are_named():
    config = {"model": "m", "problem_set": {"name": "two", "problems": 6, "fingerprint": "f"}, "backend": {}}
    config["settings"] = {"style": "answer"}
    records = [
        {"environment": name, "version": 1, "level": 0, "seed": seed, "status": "wrong", "truncated": cut, "tokens": None}
        for name, cuts in (("long", (True, True, False)), ("short", (True, False, False)))
        for seed, cut in enumerate(cuts)
    ]
    evaluation = Evaluation(config, tuple(records))
    assert cut_off(evaluation) == "long 67 %"
    assert "Cut off in more than half of the completions: long 67 %." in summary_page(evaluation)
    assert "Cut off in more" not in summary_page(Evaluation(config, tuple(records[3:])))


def test_a_completion_that_was_cut_off_does_not_count_as_badly_formed():
    records = [
        {"environment": "a", "version": 1, "level": 0, "seed": seed, "status": status, "truncated": cut, "tokens": None}
        for seed, (status, cut) in enumerate(
            [("unparsable", True), ("unparsable", False), ("correct", False), ("wrong", True), ("fault", False), ("wrong", False)]
        )
    ]
    config = {"model": "m", "problem_set": {"problems": 6}, "backend": {}, "settings": {"style": "answer"}}
    figures = Evaluation(config, tuple(records)).summary()["all"]
    assert figures["truncation_rate"] == pytest.approx(2 / 6)
    assert figures["format_rate"] == pytest.approx(2 / 3)
    assert figures["total"] == 5


@pytest.mark.parametrize("left", [b"", b'{"environment": "succ', b'{"environment": "successor", "version": 1}\n{"a'])
def test_resumed_after_a_stop_equals_undisturbed(left, stopped, whole):
    """A line broken off, or the first line of a batch whose rest was lost, is written anew."""
    with (stopped / "completions.jsonl").open("ab") as file:
        file.write(left)
    backend, done = Scripted(), []
    evaluation = go(stopped, backend, resume=True, on_batch=done.append)
    assert backend.calls == [(4, 4), (8, 2)]
    assert done == [8, 10]
    assert completions(stopped) == completions(whole)
    assert timeless(stopped) == timeless(whole)
    assert evaluation.finished


def test_the_model_is_asked_in_the_style(tmp_path):
    asked = []
    backend = type("Asked", (Scripted,), {"one": lambda self, prompt, place: asked.append(prompt) or Completion("", 0, False)})()
    backend.prompting = Prompting(style="boxed")
    assert go(tmp_path / "run", backend).config["settings"]["style"] == "boxed"
    assert asked == [drawn.prompt("boxed") for drawn in PROBLEMS.problems()]


def test_resuming_what_is_finished_asks_nothing(whole, tmp_path):
    folder = Path(shutil.copytree(whole, tmp_path / "copy"))
    backend = Scripted(dies_at=0)
    assert go(folder, backend, resume=True).records == load_evaluation(whole).records


def test_a_folder_without_a_completion_begins_anew(tmp_path, whole):
    with pytest.raises(KeyboardInterrupt):
        go(tmp_path / "run", Scripted(dies_at=0))
    assert not load_evaluation(tmp_path / "run").finished
    go(tmp_path / "run", resume=True)
    assert completions(tmp_path / "run") == completions(whole)


def test_the_seconds_of_both_parts_are_added(stopped):
    place = stopped / "summary.json"
    place.write_text(json.dumps({"seconds": 1000.0}))
    assert 1000 < go(stopped, resume=True).seconds < 1060


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"settings": replace(SETTINGS, model="other")}, "model was scripted, now other"),
        ({"backend": Scripted(prompting=Prompting(style="boxed"))}, "style was answer, now boxed"),
        (
            {"backend": Scripted(sampling=Sampling(1.0, seed=3))},
            r"temperature was 0.0, now 1.0; seed was 0, now 3|seed .*; temper.*",
        ),
        ({"settings": replace(SETTINGS, batch_size=5)}, "batch_size was 4, now 5"),
        ({"backend": Scripted(kind="other")}, "backend was {'backend': 'scripted'}, now {'backend': 'other'}"),
    ],
)
def test_other_settings_are_refused(changes, words, stopped):
    before = completions(stopped)
    with pytest.raises(ValueError, match=f"holds another evaluation: {words}$"):
        go(stopped, resume=True, **changes)
    assert completions(stopped) == before


def test_other_problems_are_refused(stopped):
    with pytest.raises(ValueError, match=r"problem_set was {'name': 'toys'.*now {'name': 'more'"):
        run_evaluation(Scripted(), problem_set(Successor, [0], 10, name="more"), stopped, settings=SETTINGS, resume=True)


def test_completions_of_other_problems_are_refused(stopped):
    records = [{**record, "seed": record["seed"] + 1} for record in read(stopped / "completions.jsonl")]
    (stopped / "completions.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in records))
    with pytest.raises(ValueError, match=r"completions\.jsonl holds other problems"):
        go(stopped, resume=True)


def test_a_damaged_line_is_named(stopped):
    path = stopped / "completions.jsonl"
    path.write_text(path.read_text("utf-8").replace('{"environment"', '{environment"', 1), "utf-8")
    with pytest.raises(ValueError, match=r"completions\.jsonl, line 1 is damaged"):
        go(stopped, resume=True)


def test_a_folder_holds_one_evaluation(whole, tmp_path):
    with pytest.raises(FileExistsError, match="holds an evaluation or a run already: resume it, or choose another folder"):
        go(whole)
    (tmp_path / "config.json").write_text('{"settings": {}}')  # a run of training
    with pytest.raises(FileExistsError, match="holds an evaluation or a run already"):
        go(tmp_path)


def test_in_memory_it_is_the_same_as_in_a_folder(whole, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert go(None).records == load_evaluation(whole).records
    assert {**go(None).summary(), "seconds": None} == timeless(whole)
    assert not list(tmp_path.iterdir())


def test_what_the_server_refused_and_the_requests_tried_again_are_counted(tmp_path):
    class Refuses(Scripted):
        def one(self, prompt, place):
            refused = Completion("", 0, True, refused="400 - too long", retries=2)
            return refused if place in (2, 5) else super().one(prompt, place)

    evaluation = go(tmp_path / "run", Refuses())
    records = read(tmp_path / "run" / "completions.jsonl")
    assert (records[2]["refused"], records[2]["truncated"], records[2]["status"]) == ("400 - too long", True, "unparsable")
    assert "refused" not in records[0] and "retries" not in records[0]
    summary = json.loads((tmp_path / "run" / "summary.json").read_text("utf-8"))
    assert (summary["refused"], summary["retries"]) == ({"400 - too long": 2}, 4)
    page = summary_page(evaluation)
    assert "The server wrote nothing to 2 prompts, which count as cut off: 400 - too long" in page
    assert "Asked the server again 4 times, after errors or time-outs." in page


def test_a_moved_folder_and_a_moved_server_are_the_same_evaluation(stopped, tmp_path, whole):
    moved = stopped.rename(tmp_path / "moved")
    go(moved, resume=True, settings=replace(SETTINGS, base_url="http://elsewhere/v1", output_dir="somewhere"))
    assert completions(moved) == completions(whole)


@pytest.fixture
def of_version_0_1(whole, tmp_path) -> Path:
    """The same evaluation as version 0.1 kept it."""
    folder = Path(shutil.copytree(whole, tmp_path / "older"))
    config = json.loads((folder / "config.json").read_text("utf-8"))
    sampling = {"temperature": 0.0, "top_p": 1.0, "completion_length": 512, "seed": 0}
    old = {
        "model": "scripted",
        "problem_set": config["problem_set"],
        "style": "answer",
        "settings": {"backend": "scripted", **sampling, "system_prompt": "Be brief."},
        "batch_size": 4,
        "command": {"model": "scripted", "completion_length": 512},
        "versions": {},
    }
    (folder / "config.json").write_text(json.dumps(old), "utf-8")
    return folder


def test_an_evaluation_of_version_0_1_is_read_compared_and_reported(of_version_0_1, whole):
    older, newer = load_evaluation(of_version_0_1), load_evaluation(whole)
    assert older.results == newer.results and older.finished
    assert compare(older, newer).settings == {"system_prompt": ("Be brief.", None)}
    assert "answers marked by answer; backend scripted, temperature 0.0, top p 1.0, max completion length 512" in summary_page(
        older
    )


def test_an_evaluation_of_version_0_1_is_not_resumed(of_version_0_1):
    from click.testing import CliRunner

    from rlve.cli import cli

    before = completions(of_version_0_1)
    with pytest.raises(ValueError, match=r"begun by version 0\.1 of rlve, .* not resumed; evaluate the model anew"):
        go(of_version_0_1, resume=True)
    result = CliRunner().invoke(cli, ["evaluate", "--resume", str(of_version_0_1)])
    assert result.exit_code == 2 and "begun by version 0.1 of rlve" in result.output
    assert completions(of_version_0_1) == before


@pytest.mark.parametrize("text", [None, "{}", '{"settings": {}}'])
def test_a_folder_without_an_evaluation_is_said_so(text, tmp_path):
    if text is not None:
        (tmp_path / "config.json").write_text(text)
    with pytest.raises(FileNotFoundError, match="expected a folder that `rlve evaluate` wrote"):
        load_evaluation(tmp_path)


def test_a_damaged_configuration_is_said_so(tmp_path):
    (tmp_path / "config.json").write_text('{"problem_set"')
    with pytest.raises(ValueError, match=r"config\.json is damaged"):
        load_evaluation(tmp_path)


def test_a_failing_environment_is_left_out_and_named(tmp_path):
    file = tmp_path / "broken.py"
    file.write_text(source("RunBroken", "Double", "1 // 0"))
    evaluation = run_evaluation(
        type("Says4", (Scripted,), {"one": lambda self, prompt, place: Completion("<answer>4</answer>", None, False)})(),
        problem_set(str(file), [0], 3),
        tmp_path / "run",
    )
    assert faulty(evaluation) == "run_broken 3"
    assert evaluation.summary()["all"]["accuracy"] is None and evaluation.summary()["tokens"] is None
    assert "Faults of environments, left out: run_broken 3." in summary_page(evaluation)
    assert json.loads((tmp_path / "run" / "summary.json").read_text()) == evaluation.summary()


def test_the_table_has_a_row_for_each_environment_and_one_for_all(whole):
    columns, rows = accuracy_table(load_evaluation(whole))
    assert columns == ["environment", "accuracy", "level 0", "level 1", "cut off", "readable"]
    assert rows[0] == ["successor", "50 % [24-76]", "50 % [15-85]", "50 % [19-81]", "20 %", "100 %"]
    assert rows[1] == ["all", *rows[0][1:]]
    assert "| all | 50 % [24-76] |" in summary_page(load_evaluation(whole))


@pytest.mark.parametrize("count", [1, 6, 7, 20, 41])
def test_many_levels_are_taken_together(count):
    groups = bands(range(count))
    assert [level for group in groups for level in group] == list(range(count))
    assert len(groups) <= 6 and len({len(group) for group in groups[:-1]}) <= 1


def test_the_figure_shows_every_environment(whole):
    pytest.importorskip("matplotlib")
    by_level, by_name = figure(load_evaluation(whole)).axes
    assert [label.get_text() for label in by_name.get_yticklabels()] == ["successor"]
    assert math.isclose(sum(bar.get_height() for bar in by_level.patches if math.isclose(bar.get_x(), -0.4)), 100)


KILLED = """
import os, signal, sys
import rlve.evaluation.run
from rlve.cli import main

append = rlve.evaluation.run.append

def append_and_die(path, records):
    append(path, records)
    if len(path.read_text("utf-8").splitlines()) == 8:
        os.kill(os.getpid(), signal.SIGKILL)

rlve.evaluation.run.append = append_and_die
main(sys.argv[1:])
"""


def test_after_kill_9_the_command_line_goes_on_at_temperature_1(toy, toy_model, tmp_path, monkeypatch):
    pytest.importorskip("torch")
    from click.testing import CliRunner

    from rlve.cli import cli
    from rlve.models import load
    from rlve.models.backends import TransformersBackend

    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    options = f"--model {toy_model} -e {toy} --levels 0-2 --problems 18 --temperature 1 --batch-size 4 --max-completion-length 8"
    folder = tmp_path / "killed"
    done = subprocess.run(
        [sys.executable, "-c", KILLED, "evaluate", *options.split(), "--output-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "CUDA_VISIBLE_DEVICES": ""},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert len(read(folder / "completions.jsonl")) == 8
    result = CliRunner().invoke(cli, ["evaluate", "--resume", str(folder)])
    assert result.exit_code == 0, result.output
    undisturbed = run_evaluation(
        TransformersBackend(*load(toy_model), Sampling(1.0, max_completion_length=8)),
        problem_set(toy, range(3), 18),
        tmp_path / "whole",
        settings=EvaluationSettings(batch_size=4),
    )
    assert completions(folder) == completions(tmp_path / "whole")
    assert len({record["status"] for record in undisturbed.records}) > 1


def test_a_second_process_on_the_same_folder_is_refused(tmp_path):
    go(tmp_path / "run", Scripted())
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with locked(tmp_path / "run"), pytest.raises(FileExistsError, match=r"is in use by process \d+ on "):
        go(tmp_path / "run", Scripted(), resume=True)
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}


@pytest.mark.parametrize("readable", [False, True])
def test_a_hundred_answers_that_cannot_be_read_are_said_once(readable, monkeypatch, recwarn):
    monkeypatch.setattr("rlve.evaluation.run.ENOUGH", 4)

    class Silent(Scripted):
        def one(self, prompt: str, place: int) -> Completion:
            return Completion("<answer>0</answer>" if readable and place == 3 else "hm", 1, False)

    go(None, Silent())
    said = [str(one.message) for one in recwarn if "are unparsable" in str(one.message)]
    assert said == ([] if readable else [said[0]]) and all("all of the first 4 answers" in one for one in said)
