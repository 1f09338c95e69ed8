"""Golden fingerprints: one line an environment, renewed by name, joined by git."""

import json
import subprocess
from pathlib import Path

import pytest

import rlve
from rlve.authoring.golden import golden_entry, golden_path, read_golden, update_golden

ROOT = Path(__file__).resolve().parent.parent


def test_only_what_is_named_changes_and_what_is_gone_goes(tmp_path):
    path = golden_path(tmp_path, "sequences")
    path.parent.mkdir(parents=True)
    others = [f'{{"name": "{name}", "kept": "as it was"}}' for name in ("a_gone", "a_first", "z_last")]
    path.write_text("\n".join(others) + "\n")
    update_golden(tmp_path, "sequences", ["integer_sorting"], ["a_first", "integer_sorting", "z_last"])
    lines = path.read_text().splitlines()
    assert [lines[0], lines[2]] == others[1:]
    assert json.loads(lines[1]) == golden_entry(rlve.make("integer_sorting"))
    assert len(lines) == 3


def test_two_different_lines_of_an_environment_are_refused_and_mended_by_name(tmp_path):
    update_golden(tmp_path, "sequences", ["integer_sorting"], [])
    path = golden_path(tmp_path, "sequences")
    once = path.read_text()
    path.write_text(once * 2)
    assert list(read_golden(path)) == ["integer_sorting"]
    path.write_text(once + once.replace('"version": 1', '"version": 2'))
    with pytest.raises(ValueError, match=r"two lines of integer_sorting: run python scripts/update_golden\.py integer_sorting"):
        read_golden(path)
    update_golden(tmp_path, "sequences", ["integer_sorting"], ["integer_sorting"])
    assert path.read_text() == once


def test_git_joins_the_lines_of_two_branches(tmp_path):
    def git(*words: str) -> None:
        subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=tmp_path, check=True, capture_output=True
        )

    def commit(*names: str) -> None:
        path.write_text("".join(f'{{"name": "{name}"}}\n' for name in sorted({*read_golden(path), *names})))
        git("add", "-A")
        git("commit", "-m", "x")

    path = golden_path(tmp_path, "sequences")
    path.parent.mkdir(parents=True)
    (tmp_path / ".gitattributes").write_bytes((ROOT / ".gitattributes").read_bytes())
    git("init", "-b", "main")
    commit("b", "z")
    git("checkout", "-b", "other")
    commit("c", "zz")
    git("checkout", "main")
    commit("d", "zy")
    git("merge", "other", "-m", "x")
    assert set(read_golden(path)) == {"b", "c", "d", "z", "zy", "zz"}
