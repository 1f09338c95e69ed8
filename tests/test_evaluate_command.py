"""`rlve evaluate` and `rlve compare`: which problems they take, what they say and keep, and how they refuse."""

import json
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from servers import chat
from toys import source

import rlve
from rlve.cli import cli
from rlve.evaluation import EvaluationSettings, in_distribution, problem_set
from rlve.evaluation.command import chosen_problems, make_backend, trained_environments
from rlve.models.backends import Sampling
from rlve.runs import read

ROOT = Path(__file__).resolve().parent.parent


def run(*arguments: object) -> Result:
    result = CliRunner(env={"FORCE_COLOR": None, "TTY_COMPATIBLE": None}).invoke(cli, [*map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def follows(more: int):
    """The reply of a model that says x + more."""

    def reply(body: dict, before: int) -> tuple[int, dict]:
        number = int(body["messages"][0]["content"].split("?")[0].split()[-1])
        return 200, chat(f"<answer>{number + more}</answer>", tokens=3)

    return reply


@pytest.fixture
def ask(server, toy, tmp_path):
    """`ask(folder, *more)`: evaluate what the server says on six problems of the toy environment."""

    def evaluate(folder: str, *more: object, model: str = "m") -> Result:
        place = tmp_path / folder
        few = ("-e", toy, "--levels", "0-1", "--problems", 6, "--batch-size", 4)
        return run("evaluate", "--model", model, "--base-url", server.url, *few, "--output-dir", place, *more)

    return evaluate


@pytest.fixture
def trained(toy, tmp_path) -> Path:
    """The folder of a run that `rlve train` began."""
    folder = tmp_path / "run"
    (folder / "model").mkdir(parents=True)
    (folder / "metrics.jsonl").write_text(json.dumps({"step": 1, "levels": {"integer_sorting": [0, 1]}}) + "\n")
    environments = ["next_number", *rlve.collection("C4")]
    (folder / "config.json").write_text(json.dumps({"settings": {}, "environments": environments, "scheduler": {}}))
    return folder


def test_a_server_is_measured(ask, server, tmp_path):
    server.reply = follows(1)
    result = ask("run")
    assert result.exit_code == 0, result.output
    first, *_, heads, row, whole = result.stdout.splitlines()
    assert re.fullmatch(r"m on next_number, levels 0-1, 6 each: 6 problems, fingerprint [0-9a-f]{16}; kept in .*run", first)
    assert heads.split("\t") == ["environment", "accuracy", "level 0", "level 1", "cut off", "readable"]
    assert row.split("\t") == ["next_number", "100 % [61-100]", "100 % [44-100]", "100 % [44-100]", "0 %", "100 %"]
    assert whole.split("\t")[0] == "all"
    files = {path.name for path in (tmp_path / "run").iterdir()}
    assert files == {"completions.jsonl", "config.json", "summary.json", "summary.md", "figure.png"}
    assert json.loads((tmp_path / "run" / "summary.json").read_text())["all"]["accuracy"] == 1
    assert "| next_number | 100 % [61-100] |" in (tmp_path / "run" / "summary.md").read_text()


def test_a_server_that_fails_midway_leaves_an_evaluation_to_resume(ask, server, tmp_path):
    server.reply = lambda body, before: follows(1)(body, before) if before < 4 else (403, {"error": {"message": "out of quota"}})
    result = ask("run")
    assert result.exit_code == 2
    assert f"stopped; go on with: rlve evaluate --resume {tmp_path / 'run'}" in result.stdout
    assert "no completion from m at http://127.0.0.1:" in result.stderr and "out of quota" in result.stderr
    assert len(read(tmp_path / "run" / "completions.jsonl")) == 4
    server.reply = follows(1)
    assert run("evaluate", "--resume", tmp_path / "run").exit_code == 0
    assert ask("whole").exit_code == 0
    written = [(tmp_path / folder / "completions.jsonl").read_text() for folder in ("run", "whole")]
    assert written[0] == written[1]


def test_one_prompt_that_is_refused_does_not_end_an_evaluation(ask, server, tmp_path):
    server.reply = lambda body, before: (
        (400, {"error": {"message": "too long"}}) if body["seed"] == 2 else follows(1)(body, before)
    )
    result = ask("run")
    assert result.exit_code == 0, result.output
    assert "note: The server wrote nothing to 1 prompts, which count as cut off: Error code: 400 - too long" in result.stderr
    records = read(tmp_path / "run" / "completions.jsonl")
    assert [record["status"] == "correct" for record in records] == [True, True, False, True, True, True]
    assert run("evaluate", "--resume", tmp_path / "run").exit_code == 0


def test_a_server_that_has_moved_is_gone_on_with(ask, server, tmp_path):
    server.reply = lambda body, before: follows(1)(body, before) if before < 4 else (403, {"error": {"message": "moving"}})
    assert ask("run").exit_code == 2
    path = tmp_path / "run" / "config.json"
    path.write_text(path.read_text("utf-8").replace(server.url, "http://127.0.0.1:1/v1"), "utf-8")
    server.reply = follows(1)
    assert run("evaluate", "--resume", tmp_path / "run", "--base-url", server.url).exit_code == 0


def test_the_temperature_is_left_to_the_server(ask, server, tmp_path):
    server.reply = follows(1)
    assert ask("run", "--temperature", "server").exit_code == 0
    assert not any("temperature" in body for _, body in server.asked)
    config = json.loads((tmp_path / "run" / "config.json").read_text("utf-8"))
    assert config["settings"]["temperature"] == "server" and "command" not in config


def test_ctrl_c_ends_an_evaluation_on_a_silent_server_within_seconds(server, toy, tmp_path):
    silent = threading.Event()
    server.reply = lambda body, before: (silent.wait(60) and None) or (200, chat("late"))
    options = ["--base-url", server.url, "-e", toy, "--levels", "0-1", "--problems", "6", "--output-dir", str(tmp_path / "run")]
    process = subprocess.Popen(
        [sys.executable, "-m", "rlve", "evaluate", *options], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        deadline = time.monotonic() + 120
        while len(server.asked) < 6 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert len(server.asked) == 6
        process.send_signal(signal.SIGINT)
        start = time.monotonic()
        out, err = process.communicate(timeout=30)
        assert time.monotonic() - start < 10
    finally:
        silent.set()
        process.kill()
    assert process.returncode == 1 and "Traceback" not in err
    assert f"stopped; go on with: rlve evaluate --resume {tmp_path / 'run'}" in out and err.strip() == "Aborted!"


def test_without_matplotlib_there_is_no_figure(ask, server, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    server.reply = follows(1)
    assert ask("run").exit_code == 0
    assert not (tmp_path / "run" / "figure.png").exists()


def test_the_folder_has_a_name_by_default(ask, server, tmp_path, monkeypatch, toy):
    monkeypatch.chdir(tmp_path)
    result = run("evaluate", "--base-url", server.url, "--model", "org/m", "-e", toy, "--levels", "0-0", "--problems", 1)
    assert result.exit_code == 0, result.output
    [folder] = (tmp_path / "evaluations").iterdir()
    assert re.fullmatch(r"m-next_number-\d{8}-\d{6}", folder.name)


def test_a_failing_environment_exits_with_3(server, tmp_path):
    path = tmp_path / "broken.py"
    path.write_text(source("EvaluateBroken", "Double", "1 // 0"))
    options = ("--base-url", server.url, "--levels", "0-0", "--problems", 2, "--output-dir", tmp_path / "run")
    result = run("evaluate", "-e", path, *options)
    assert result.exit_code == 3
    assert "these environments failed, and their problems are left out: evaluate_broken 2" in result.stderr
    path.write_text(path.read_text() + "\n    def acceptable(self):\n        return False\n")
    result = run("evaluate", "-e", path, *options)
    assert result.exit_code == 3 and "evaluate_broken refused 100 draws at level 0, seed 1000000000" in result.stderr


@pytest.mark.parametrize("text", ["def (", "import nothing_such_module", "raise ValueError('mine')", "x = 1"])
@pytest.mark.parametrize("command", ["evaluate", "export"])
def test_a_file_that_cannot_be_used(command, text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.py").write_text(text)
    result = run(command, "-e", "bad.py")
    assert result.exit_code == 2 and "bad.py" in result.stderr and "pip install" not in result.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("-e", "nothing_such"), "unknown environment 'nothing_such'"),
        (("-e", ","), "no environment given"),
        (("--levels", "3-1", "-e", "C1"), "expected LOW-HIGH, such as 0-20, got '3-1' (low should not exceed high)"),
        (("--levels", "3", "-e", "C1"), "expected LOW-HIGH"),
        (("--levels", "90-99", "-e", "integer_sorting"), "integer_sorting has levels 0 to 30: none of 90-99"),
        (("--problems", "0"), "--problems"),
        (("--temperature", "-1"), "--temperature"),
        (("--top-p", "0"), "--top-p"),
        (("--top-p", "1.1"), "--top-p"),
        (("--max-completion-length", "0"), "--max-completion-length"),
        (("--batch-size", "0"), "--batch-size"),
        (("--seed", "-1"), "--seed"),
        (("--style", "loud"), "--style"),
        (("--set", "heldout", "-e", "C1"), "the heldout set has environments and levels of its own"),
        (("--set", "heldout", "--levels", "0-1"), "the heldout set has environments and levels of its own"),
        (("--set", "in-distribution", "--levels", "0-1", "-e", "C1"), "the in-distribution set has levels 0-19"),
        (
            ("--set", "in-distribution"),
            "tiny is not the folder of a training run: say which environments it was trained on, with -e",
        ),
        (("--levels", "0-1"), "say which environments it was trained on, with -e"),
        (("--base-url", "localhost:1", "-e", "C1"), "should begin with http:// or https://"),
        (("--base-url", "http://localhost:1", "--adapter", "x", "-e", "C1"), "a server loads adapters itself"),
        (("--resume", "nowhere"), "no evaluation in nowhere: expected a folder that `rlve evaluate` wrote"),
        (("--resume", "x", "--set", "heldout", "--top-p", "1", "--output-dir", "y"), "leave out --set, --top-p, --output-dir"),
    ],
)
def test_wrong_usage_of_evaluate(arguments, words, tmp_path, monkeypatch):
    pytest.importorskip("openai")
    monkeypatch.chdir(tmp_path)
    result = run("evaluate", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in " ".join(result.stderr.split())
    assert not list(tmp_path.iterdir())


def test_what_the_folder_holds_already_is_kept(ask, server, tmp_path):
    server.reply = follows(1)
    assert ask("run").exit_code == 0
    before = (tmp_path / "run" / "completions.jsonl").read_text()
    result = ask("run", model="other")
    assert result.exit_code == 2 and "holds an evaluation or a run already: resume it, or choose another folder" in result.stderr
    assert (tmp_path / "run" / "completions.jsonl").read_text() == before
    (tmp_path / "file").touch()
    result = ask("file")
    assert result.exit_code == 2 and f"File exists: {tmp_path / 'file'}" in result.stderr


def test_what_python_began_is_not_resumed_by_the_command(tmp_path):
    problems = {"name": "s", "problems": 1, "fingerprint": "f"}
    config = {"problem_set": problems, "model": "m", "settings": {}, "backend": {}, "begun_by": "run_evaluation"}
    (tmp_path / "config.json").write_text(json.dumps(config))
    result = run("evaluate", "--resume", tmp_path)
    assert result.exit_code == 2
    assert "was not begun by rlve evaluate: go on with run_evaluation(..., resume=True)" in result.stderr


def test_the_set_of_the_options(toy):
    own = chosen_problems(EvaluationSettings(environments=[toy], levels=(0, 2), problems=6))
    assert own.entries == problem_set(toy, range(3), 6).entries
    assert own.name == "next_number, levels 0-2, 6 each"
    assert chosen_problems(EvaluationSettings(environments=[toy])).entries == problem_set(toy, range(5), 50).entries
    assert chosen_problems(EvaluationSettings(problems=5)).name == "heldout"
    assert len(chosen_problems(EvaluationSettings(problems=5))) == 250


def test_a_server_gets_the_sampling_and_a_batch_at_once():
    pytest.importorskip("openai")
    sampling = {"temperature": 0.5, "top_p": 0.9, "max_completion_length": 7, "seed": 3}
    backend = make_backend(EvaluationSettings(**sampling, base_url="http://localhost:1/v1", chat=False, batch_size=9))
    assert (backend.url, backend.model, backend.chat, backend.at_once) == ("http://localhost:1/v1", "tiny", False, 9)
    assert backend.sampling == Sampling(**sampling)


def test_in_distribution_is_what_the_run_was_trained_on(trained, toy):
    expected = in_distribution([toy, "C4"], 20).entries
    for model in (trained, trained / "model", trained / "checkpoints" / "checkpoint-1"):
        found = chosen_problems(EvaluationSettings(model=str(model), problem_set="in-distribution", problems=20))
        assert found.entries == expected


def test_compare_says_what_moved_and_keeps_it(ask, server, tmp_path):
    for folder, more in (("before", 0), ("after", 1)):
        server.reply = follows(more)
        assert ask(folder, model=folder).exit_code == 0
    result = run("compare", tmp_path / "before", tmp_path / "after", "--json", tmp_path / "moved.json")
    assert result.exit_code == 0, result.output
    rows = [line.split("\t") for line in result.stdout.splitlines() if "\t" in line]
    assert rows[1] == ["all", "0.0", "100.0", "+100.0 [+50.0 +100.0]", "6", "0", ""]
    assert [row[0] for row in rows[2:]] == ["level 0", "level 1", "next_number"]
    assert rows[-1][-1] == "*"
    assert "before: before\nafter:  after\n" in result.stdout
    assert result.stdout.rstrip().endswith("Holm's correction at 5 %): next_number.")
    assert json.loads((tmp_path / "moved.json").read_text())["moved"] == ["next_number"]


def test_compare_refuses(ask, server, tmp_path):
    server.reply = follows(1)
    assert ask("one").exit_code == 0
    assert ask("other", "--problems", 7).exit_code == 0
    result = run("compare", tmp_path / "one", tmp_path / "other")
    assert result.exit_code == 2 and "these are not the same problems" in result.stderr
    result = run("compare", tmp_path / "one", tmp_path / "nothing")
    assert result.exit_code == 2 and "expected a folder that `rlve evaluate` wrote" in result.stderr
    result = run("compare", tmp_path / "one", tmp_path / "one", "--json", tmp_path / "nowhere" / "x.json")
    assert result.exit_code == 2 and f"there is no folder {tmp_path / 'nowhere'}" in result.stderr
    lines = (tmp_path / "one" / "completions.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "one" / "completions.jsonl").write_text("".join(lines[:-1]))
    result = run("compare", tmp_path / "other", tmp_path / "one")
    assert result.exit_code == 2 and "the second evaluation is unfinished (5 of 6 problems): resume it first" in result.stderr


def test_a_run_of_somebody_else_imports_no_file(trained, tmp_path):
    payload = tmp_path / "payload.py"
    payload.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    config = {"settings": {}, "environments": [str(payload)], "scheduler": {}}
    (trained / "config.json").write_text(json.dumps(config))
    with pytest.raises(ValueError, match="data names an environment by its name"):
        trained_environments(trained)
    assert not (tmp_path / "ran").exists()


def test_kinds_that_the_tiny_model_never_saw_are_said(tmp_path):
    def remarks(*options: str) -> str:
        settings = ("--levels", "0-0", "--problems", "1", "--max-completion-length", "4")
        done = run("evaluate", *options, *settings, "--output-dir", str(tmp_path / str(len(options)) / options[-1]))
        assert done.exit_code == 0, done.output
        return done.stdout

    said = "the tiny model has never seen 1 of these 2 kinds of problems"
    assert said in " ".join(remarks("--model", "tiny", "-e", "integer_sorting", "-e", "integer_division").split())
    assert "never seen" not in remarks("--model", "tiny", "-e", "integer_sorting")
