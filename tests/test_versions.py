"""One tested set of versions: constraints.txt, pyproject.toml, environment.yml and the Makefile agree."""

import re
import subprocess
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def requirements() -> list[Requirement]:
    """The direct dependencies, those of every extra included."""
    texts = [*PROJECT["dependencies"], *(text for extra in PROJECT["optional-dependencies"].values() for text in extra)]
    return [item for item in map(Requirement, texts) if item.name != "rlve"]


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    return dict(line.split("==") for line in lines if line and not line.startswith("#"))


def test_every_direct_dependency_is_pinned_inside_its_range() -> None:
    pinned = pins()
    for requirement in requirements():
        assert requirement.name in pinned, f"constraints.txt lacks {requirement.name}"
        assert pinned[requirement.name] in requirement.specifier, f"{requirement} does not hold {pinned[requirement.name]}"
    assert set(pinned) == {requirement.name for requirement in requirements()}, "constraints.txt pins what nobody asks for"


@pytest.mark.parametrize("name", sorted(pins()))
def test_what_is_installed_is_the_tested_set(name: str) -> None:
    try:
        installed = version(canonicalize_name(name))
    except PackageNotFoundError:
        pytest.skip("not installed here")
    assert installed.partition("+")[0] == pins()[name], "reinstall: make clean test"


def test_conda_environment() -> None:
    environment = yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))
    *conda, pip = environment["dependencies"]
    assert conda == ["python=3.11", "pip"]
    assert pip == {"pip": ["-c constraints.txt", "-e .[train,notebooks]"]}
    assert PROJECT["requires-python"] == ">=3.11"


def test_makefile_and_ci_use_the_constraints() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    installs = re.findall(r"^.*pip install.*$", makefile, re.MULTILINE)
    assert installs
    assert all("-c constraints.txt" in line for line in installs if not line.startswith("#"))
    assert re.search(r"installed-%:.*pyproject\.toml constraints\.txt", makefile)
    assert "make test" in (ROOT / ".ci/run").read_text("utf-8")


def test_makefile_says_what_is_missing(tmp_path: Path) -> None:
    old = tmp_path / "old-python"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo Python 3.8.2 && exit\nexit 1\n')
    bare = tmp_path / "bare-python"
    bare.write_text('#!/bin/sh\ncase "$2" in *ensurepip*) exit 1;; esac\n')
    for path in (old, bare):
        path.chmod(0o755)
    said = {python: make(f"PYTHON={python}", f"VENV={tmp_path / 'venv'}") for python in ("", str(old), str(bare))}
    assert "found none" in said[""]
    assert "old-python is Python 3.8.2" in said[str(old)]
    assert "lacks the module venv or ensurepip" in said[str(bare)]


def make(*variables: str) -> str:
    done = subprocess.run(["make", "-C", str(ROOT), "test", *variables], capture_output=True, text=True, timeout=60)
    assert done.returncode != 0
    return done.stdout + done.stderr
