"""The repository's address is one constant, and every file that names it agrees."""

import importlib.util
import re
import tomllib
from pathlib import Path

import pytest

from rlve._address import REPOSITORY

ROOT = Path(__file__).resolve().parent.parent
spec = importlib.util.spec_from_file_location("update_address", ROOT / "scripts" / "update_address.py")
assert spec is not None and spec.loader is not None
update_address = importlib.util.module_from_spec(spec)
spec.loader.exec_module(update_address)

OTHER = "https://git.example/someone/rlve"


def test_the_script_reads_the_constant() -> None:
    assert update_address.repository() == REPOSITORY


@pytest.mark.parametrize("path", update_address.files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_file_names_the_address(path: Path) -> None:
    text = path.read_text("utf-8")
    assert update_address.rewritten(text, REPOSITORY) == text, "run python scripts/update_address.py"


def test_readme_and_pyproject_name_it() -> None:
    assert REPOSITORY in (ROOT / "README.md").read_text("utf-8")
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    assert urls["Repository"] == REPOSITORY


def test_constant_stands_in_one_python_file_only() -> None:
    owner = REPOSITORY.split("/")[3]
    named = {
        path.relative_to(ROOT).as_posix()
        for folder in ("rlve", "envs", "scripts", "tests")
        for path in (ROOT / folder).rglob("*.py")
        if re.search(rf"\b{re.escape(owner)}/", path.read_text("utf-8"))
    }
    assert named == {"rlve/_address.py"}


@pytest.mark.parametrize(
    ("form", "becomes"),
    [
        ("git clone https://github.com/old/rlve\n", f"git clone {OTHER}\n"),
        ("pip install 'rlve @ git+https://github.com/old/rlve.git@main'", f"pip install 'rlve @ git+{OTHER}.git@main'"),
        ("[x](https://colab.research.google.com/github/old/rlve/blob/main/notebooks/01.ipynb)",
         "[x](https://colab.research.google.com/github/someone/rlve/blob/main/notebooks/01.ipynb)"),
        ("https://img.shields.io/github/license/old/rlve", "https://img.shields.io/github/license/someone/rlve"),
        ("https://raw.githubusercontent.com/old/rlve/main/x.png", "https://raw.githubusercontent.com/someone/rlve/main/x.png"),
        ("https://github.com/huggingface/trl and https://github.com/other/rlve-paper stay",
         "https://github.com/huggingface/trl and https://github.com/other/rlve-paper stay"),
    ],
)  # fmt: skip
def test_rewriting(form: str, becomes: str) -> None:
    assert update_address.rewritten(form, OTHER) == becomes
