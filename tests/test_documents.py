"""README and CONTRIBUTING say what is so: their code runs, their files exist, following them ends green."""

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rlve
from rlve.authoring.gate import check_environment

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def block(text: str, language: str, number: int = 0) -> str:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)[number]


def test_the_ten_lines() -> None:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(block(README, "python"), {})
    assert out.getvalue() == block(README, "text")


def test_the_ten_lines_of_trl_train(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("trl")
    monkeypatch.chdir(tmp_path)
    lines = block(README, "python", 1)
    assert "max_steps=280" in lines
    names: dict = {}
    exec(lines.replace("max_steps=280", "max_steps=2, disable_tqdm=True"), names)
    assert names["trainer"].state.global_step == 2
    assert list(names["stream"].scheduler.environments) == rlve.collection("STARTER")


@pytest.fixture
def exported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """docs/export.md, in a folder that holds some exported problems."""
    pytest.importorskip("datasets")
    from rlve.sharing.rows import draw_rows, units_of, write_rows

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path / "cache"))
    write_rows(draw_rows(units_of("integer_sorting", [0, 1], 8)), Path("problems.jsonl"), "jsonl")
    return (ROOT / "docs" / "export.md").read_text("utf-8")


def test_rows_train_with_plain_trl(exported: str) -> None:
    pytest.importorskip("trl")
    names: dict = {}
    exec(block(exported, "python", 1).replace("max_steps=2", "max_steps=2, use_cpu=True, report_to='none'"), names)
    assert names["trainer"].state.global_step == 2
    assert -1 <= names["trainer"].state.log_history[0]["reward"] <= 1


def test_rows_are_mapped_and_judged_as_verl_and_verifiers_take_them(exported: str) -> None:
    from datasets import Dataset

    names: dict = {}
    exec(block(exported, "python", 2), names)
    row = Dataset.from_parquet("verl.parquet")[0]
    assert set(row) == {"data_source", "prompt", "ability", "reward_model", "extra_info"}
    exec(block(exported, "python", 3), names)
    right = f"<answer>{row['reward_model']['ground_truth']}</answer>"
    assert names["compute_score"]("rlve", right, row["reward_model"]["ground_truth"], row["extra_info"]) == 1
    assert names["compute_score"]("rlve", "no idea", "", row["extra_info"]) == -1
    lines = block(exported, "python", 4)
    function = re.search(r"def reward.*?\n\n\n", lines, re.DOTALL)
    assert function is not None
    exec(function.group(), names)
    assert names["reward"](right, info=row["extra_info"]) == 1
    assert names["reward"]([{"role": "assistant", "content": right}], row["extra_info"]) == 1


@pytest.mark.parametrize(
    "document",
    [
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "docs/LOG.md",
        "docs/export.md",
        "docs/evaluation.md",
        "docs/chat.md",
        "docs/answers.md",
        "docs/adapters.md",
        "docs/smollm2.md",
        "docs/benchmarks.md",
        "docs/schedulers.md",
        "docs/metrics.md",
        "docs/troubleshooting.md",
        "docs/first_rung.md",
        "docs/warm_up.md",
    ],
)
def test_links_lead_somewhere(document: str) -> None:
    path = ROOT / document
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", path.read_text("utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_no_document_counts_the_environments_there_are() -> None:
    """But for the log, which tells what was, and the gate's report, which is generated."""
    count = re.compile(rf"(?<!paper's )\b{len(rlve.names())} environments\b")
    documents = {*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")} - {
        ROOT / "docs" / "LOG.md",
        ROOT / "docs" / "check_report.md",
    }
    assert [path.name for path in documents if count.search(path.read_text("utf-8"))] == []


def test_the_ten_minutes_of_contributing_end_green(tmp_path: Path) -> None:
    """Followed literally in a copy of the checkout: every command, every file it shows."""
    copy = tmp_path / "copy"
    junk = shutil.ignore_patterns("__pycache__", "screenshots")
    for folder in ("rlve", "envs", "tests", "docs"):
        shutil.copytree(ROOT / folder, copy / folder, symlinks=True, ignore=junk)
    for file in ("pyproject.toml", "CONTRIBUTING.md"):
        shutil.copy(ROOT / file, copy)
    before = {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()}
    tour = (copy / "CONTRIBUTING.md").read_text("utf-8").split("\n## ")[1]
    steps = re.findall(r"^    ((?:rlve|python) [^\n]*)$|`([\w/]+\.py)`:\n\n```python\n(.*?)```", tour, re.MULTILINE | re.DOTALL)
    assert len(steps) == 8
    search = {**os.environ, "PYTHONPATH": str(copy)}
    for command, file, text in steps:
        if file:
            (copy / file).write_text(text, encoding="utf-8")
            continue
        words = command.replace("rlve ", "python -m rlve ", 1) if command.startswith("rlve") else command
        done = subprocess.run([sys.executable, *words.split()[1:]], cwd=copy, env=search, capture_output=True, text=True)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    after = {path: path.read_bytes() for path in copy.rglob("*") if path.is_file() and "cache" not in str(path)}
    changed = {path.relative_to(copy).as_posix() for path in after if before.get(path) != after[path]}
    assert changed == {
        "envs/sequences/list_rotation.py",
        "tests/oracles/sequences/list_rotation.py",
        "rlve/index.json",
        "tests/golden/sequences.jsonl",
        "docs/check_report.json",
        "docs/check_report.md",
        "docs/gallery.md",
    }
    for file in ("rlve/index.json", "tests/golden/sequences.jsonl"):
        was, now = (lines[copy / file].decode().splitlines() for lines in (before, after))
        assert len(set(now) - set(was)) == 1 and set(was) <= set(now)


def test_the_environment_of_contributing_passes_the_gate(tmp_path: Path) -> None:
    file = tmp_path / "list_rotation.py"
    file.write_text(block((ROOT / "CONTRIBUTING.md").read_text("utf-8"), "python"), encoding="utf-8")
    report = check_environment(f"{file}:ListRotation", fast=True)
    assert not report.findings, str(report)
