"""README and CONTRIBUTING say what is so: their code runs, their files exist, the count is right."""

import contextlib
import io
import re
from pathlib import Path

import pytest

import rlve
from rlve.check import check_environment

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
    assert "steps=280" in lines
    names: dict = {}
    exec(lines.replace("steps=280", "steps=2, disable_tqdm=True"), names)
    assert names["trainer"].state.global_step == 2
    assert list(names["stream"].scheduler.environments) == rlve.collection("STARTER")


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/LOG.md"])
def test_links_lead_somewhere(document: str) -> None:
    path = ROOT / document
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", path.read_text("utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_the_count_of_environments() -> None:
    assert f"{len(rlve.names())} environments" in README


def test_the_environment_of_contributing_passes_the_gate(tmp_path: Path) -> None:
    file = tmp_path / "list_rotation.py"
    file.write_text(block((ROOT / "CONTRIBUTING.md").read_text("utf-8"), "python"), encoding="utf-8")
    report = check_environment(f"{file}:ListRotation", fast=True)
    assert not report.findings, str(report)
