"""A run as one HTML page: true, whole in whatever state the run is, safe, small."""

import json
import os
import re
import subprocess
import sys
import time
from html.parser import HTMLParser

import pytest
from click.testing import CliRunner

import rlve
from rlve.cli import cli
from rlve.errors import RequestError
from rlve.figures.report import page, report
from rlve.runs import RunFolder, append, read, write_json
from rlve.runs.recordings import RECORDED

SETTINGS = {
    "model": "some/model",
    "max_steps": 40,
    "prompts_per_step": 2,
    "num_generations": 4,
    "max_completion_length": 48,
    "lora_r": 16,
}
CONFIG = {
    "settings": SETTINGS,
    "environments": ["integer_sorting"],
    "scheduler": {"algorithm": "AdaptiveScheduler", "tau_num": 128},
}


class Checked(HTMLParser):
    """Reads a page, and remembers its elements and text; every element has to be closed in its turn."""

    EMPTY = {"meta", "br"}

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.text = [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)

    @property
    def words(self):
        return " ".join(" ".join(self.text).split())


def record(step, names=("integer_sorting",), **other):
    levels = {name: [step // 10, step // 5] for name in names}
    return {
        "step": step,
        "effective_prompt_ratio": 0.5,
        "reward": 0.25,
        "accuracy": 0.5,
        "format_rate": 1.0,
        "faults": 0,
        "truncated": 0,
        "degenerate": 0,
        "levels": levels,
        "level": step // 5,
        "seconds": 2.0,
        "environment_seconds": 0.02,
        "entropy": 0.3,
        **other,
    }


def outcomes(step, name="integer_sorting", level=1):
    row = {"step": step, "environment": name, "level": level, "seed": step, "truncated": False}
    return [{**row, "reward": reward, "status": status} for reward, status in ((1.0, "correct"), (-0.5, "infeasible"))]


@pytest.fixture
def run(tmp_path):
    folder = RunFolder(tmp_path / "a-run")
    folder.start(CONFIG)
    append(folder.metrics, map(record, range(1, 13)))
    append(folder.outcomes, [row for step in range(1, 13) for row in outcomes(step)])
    append(folder.samples, [{**outcomes(step)[0], "prompt": "?", "completion": f"the answer of {step}"} for step in (1, 11)])
    return folder


def test_a_recorded_run_is_told_truly(tmp_path):
    text = report("starter_static_0_1", tmp_path / "page.html").read_text()
    checked = Checked(text)
    assert "Finished: step 150 of 150" in checked.words and "starter_static_0_1 (recorded)" in checked.words
    assert "19,200" in checked.words and "StaticScheduler" in checked.words
    rows = [row for row in read(rlve.recorded("starter_static_0_1").outcomes) if row["environment"] == "integer_sorting"]
    for level in (0, 1):
        here = [row["status"] == "correct" for row in rows if row["level"] == level]
        assert f'title="{sum(here)} of {len(here)} right">{100 * sum(here) / len(here):.0f}<' in text
    history = rlve.recorded("starter_static_0_1").history()
    for part in (history[:15], history[-15:]):
        assert f"{sum(one['effective_prompt_ratio'] for one in part) / 15:.2f}" in checked.words
    assert len([tag for tag, _ in checked.tags if tag == "figure"]) == 14  # ten measures, and a heat map of each environment
    assert "torch" in checked.words and "2.13.0" in checked.words and "max_completion_length" in checked.words
    assert text.count('class="rlve-badge') > 8  # completions with their verdicts


def test_the_page_needs_nothing_else(tmp_path):
    text = report("starter_paper", tmp_path / "page.html").read_text()
    assert len(text) < 300_000
    assert not re.search(r"https?:|url\(|@import|<script|<link|<img| src=| href=", text)
    assert "color-scheme: light dark" in text and "width=device-width" in text


def test_whatever_stands_in_the_logs_is_text_only(run):
    evil = "<script>alert('x')</script>\"><b>"
    write_json(run.path / "config.json", {**run.config(), "environments": [evil], "settings": {**SETTINGS, "model": evil}})
    append(run.metrics, [record(13, [evil])])
    append(run.outcomes, outcomes(13, evil))
    append(run.samples, [{**outcomes(21, evil)[0], "prompt": [{"role": "user", "content": evil}], "completion": evil}])
    run.note("warned", step=13, guard=evil, what=evil, remedy=evil)
    text = page(run)
    assert "<script" not in text and text.count("&lt;script&gt;") > 8
    Checked(text)


def age(run, seconds):
    then = time.time() - seconds
    os.utime(run.metrics, (then, then))


def words(run):
    return Checked(page(run)).words


def test_the_states_of_a_run(run, tmp_path):
    assert "Running: step 12 of 40" in words(run)
    assert "12 of 40, each with 2 prompts x 4 rollouts" in words(run) and "LoRA of rank 16" in words(run)
    assert "24 s, of which 1.0 % went into" in words(run)
    age(run, 1000)
    assert "the run looks dead" in words(run)
    run.note("begun", step=0)
    run.note("stopped", step=12, why="time limit")
    assert "with everything saved (time limit)" in words(run)
    run.note("resumed", step=10)
    assert "resumed once" in words(run)
    run.note("stopped", step=12, guard="stuck", what="Nothing is learnt.", remedy="Change it.")
    assert "Stopped by the guard stuck after step 12. Nothing is learnt. Change it." in words(run)
    append(run.metrics, [record(40)])
    run.note("finished", step=40)
    assert "Finished: step 40 of 40" in words(run)
    empty = RunFolder(tmp_path / "b-run")
    empty.start(CONFIG)
    assert "no step yet" in words(empty) and "no data yet" in words(empty)


@pytest.mark.parametrize(
    ("steps", "heads"),
    [(1, ["step 1"]), (2, ["step 1", "step 2"]), (7, ["steps 1-3", "steps 5-7"]), (31, ["steps 1-15", "steps 17-31"])],
)
def test_a_short_run_is_not_compared_with_itself(steps, heads, tmp_path):
    folder = RunFolder(tmp_path / "a-run")
    folder.start(CONFIG)
    append(folder.metrics, map(record, range(1, steps + 1)))
    table = page(folder).split("At first and in the end")[1].split("</tr>")[0]
    assert re.findall(r"<th>([^<]+)</th>", table) == heads


def test_torn_and_damaged_logs(run):
    with run.outcomes.open("a") as file:
        file.write("not a record\n")
    with run.metrics.open("a") as file:
        file.write('{"step": 13, "acc')
    append(run.samples, [])
    text = words(run)
    assert "1 damaged lines in the logs were passed over" in text and "step 12 of 40" in text


def test_values_that_are_no_numbers_are_left_out_of_the_figures(run):
    append(run.metrics, [record(13, gradient_norm=float("nan"), entropy=None), record(14, gradient_norm=1.0)])
    assert not re.search(r"\b(nan|inf)\b", " ".join(re.findall(r"<svg.*?</svg>", page(run))).lower())


def test_a_huge_run_makes_a_small_page(tmp_path):
    names = [f"environment_{number}" for number in range(150)]
    folder = RunFolder(tmp_path / "huge")
    folder.start({**CONFIG, "environments": names, "settings": {**SETTINGS, "max_steps": 4000}})
    levels = {name: [0, 1] for name in names}
    with folder.metrics.open("w") as metrics, folder.outcomes.open("w") as rows, folder.samples.open("w") as samples:
        for step in range(1, 4001):
            levels[names[step % 150]] = [step // 100, step // 50]
            metrics.write(json.dumps({**record(step), "levels": levels}) + "\n")
            for row in outcomes(step, names[step % 150], step // 50):
                rows.write(json.dumps(row) + "\n")
            sample = {**outcomes(step)[0], "prompt": "p" * 9000, "completion": "c" * 9000}
            samples.write((json.dumps(sample) + "\n") * (step % 10 == 1))
            if step % 40 == 0:
                folder.note("warned", step=step, guard="entropy", what="It is low.", remedy="Raise it.")
    text = page(folder)
    assert len(text) < 900_000
    checked = Checked(text)
    assert "4000 of 4000" in checked.words and "2 h" in checked.words  # the seconds of all steps, not of those drawn
    assert "Of 150 environments the best, the worst" in checked.words and "The last 60 of 100" in checked.words
    assert all(f" environment {number} " in checked.words for number in range(150)) and "10 % lie below" in checked.words
    assert "(7,500 more characters)" in checked.words


def test_the_command(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli, ["report", str(run.path)])
    assert (result.exit_code, result.stdout) == (0, f"{run.path / 'report.html'}\n")
    result = CliRunner().invoke(cli, ["report", str(RECORDED / "starter_paper")])
    assert result.exit_code == 0 and (tmp_path / "starter_paper.html").is_file()
    result = CliRunner().invoke(cli, ["report", str(run.path), "-o", "elsewhere.html"])
    assert result.exit_code == 0 and (tmp_path / "elsewhere.html").is_file()
    (run.path / "model").mkdir()
    (run.path / "model" / "config.json").write_text("{}")
    result = CliRunner().invoke(cli, ["report", str(run.path / "model")])
    assert (result.exit_code, result.stdout) == (0, f"{run.path / 'report.html'}\n")
    result = CliRunner().invoke(cli, ["report", "nowhere"])
    assert result.exit_code == 2 and "expected the folder of a run, or one of starter_paper" in result.stderr


def test_it_needs_no_heavy_package():
    code = "import sys, rlve.figures.report; print(*{'torch', 'matplotlib', 'ipywidgets', 'numpy', 'trl'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == ""


JUNK = (None, True, -1, 1.5, float("nan"), 10**400, "x", "", [], [1], {}, {"a": 1}, {"a": [0, "x"]}, [[]])


@pytest.mark.parametrize("log", ["metrics", "outcomes", "samples"])
def test_fields_of_the_wrong_type_are_counted_and_shown_by_no_traceback(log, run):
    path = getattr(run, log)
    lines = path.read_text().splitlines()
    whole = json.loads(lines[-1])
    for name in (*whole, "levels", "truncated_in", "unheard_of"):
        for junk in JUNK:
            path.write_text("\n".join([*lines[:-1], json.dumps({**whole, name: junk})]) + "\n")
            assert "<h2>" in page(run)
    path.write_text("\n".join([*lines, "[1]", "3", "{", "[" * 50_000, json.dumps({**whole, "step": "x"})]) + "\n")
    assert "5 damaged lines" in page(run)


def _with_config(run, **change):
    sound = {"environments": ["a"], "scheduler": {}, "settings": {}, "versions": {}}
    (run.path / "config.json").write_text(json.dumps({**sound, **change}))
    return run


@pytest.mark.parametrize(
    "change", [{"versions": 9}, {"scheduler": 7}, {"environments": {"a": 1}}, {"environments": [5]}], ids=str
)
def test_a_configuration_of_another_kind_is_a_line(change, run):
    with pytest.raises(RequestError, match=r"config\.json is damaged"):
        page(_with_config(run, **change))


def test_settings_of_another_kind_are_a_page(run):
    assert "html" in page(_with_config(run, settings={"max_steps": "x", "prompts_per_step": "a", "num_generations": []}))


@pytest.mark.parametrize(
    "line",
    [
        '{"event": "stopped"}',
        '{"event": 5, "time": 3}',
        "{",
        "[]",
        '{"event": "stopped", "time": "t"}',
        '{"event": "stopped", "time": "t", "guard": "x"}',
        "[" * 100_000,
    ],
    ids=lambda line: line[:40],
)
def test_an_event_of_another_kind_is_passed_over(line, run):
    run.events.write_bytes(f"{line}\n".encode() + b"\xff\n")
    assert "html" in page(run)
