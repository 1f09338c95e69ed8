"""The link rlve/envs -> ../envs holds in a wheel, in an editable install, in a checkout, and where links do not exist."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
USE = """
import rlve, sys
from pathlib import Path
home = Path(rlve.__file__).resolve()
assert home.is_relative_to(Path({home!r}).resolve()), home
problem = rlve.problem("integer_sorting", level=3, seed=42)
assert problem.verify(f"<answer>{{problem.reference_text}}</answer>").correct
assert type(problem).__module__ == "rlve.envs.sequences.integer_sorting"
for name in rlve.names():
    rlve.make(name)
assert rlve.resolve("integer_sorting, strings")
assert Path(sys.modules["rlve.envs"].__file__).resolve().is_relative_to(Path({home!r}).resolve())
"""

PLAY = """
import sys
sys.path.insert(0, {home!r})
import rlve
failed = []
for name in rlve.names():
    try:
        environment = rlve.make(name)
        for level in (0, 3, 8):
            problem = environment.sample(min(level, environment.max_level), 0)
            assert problem.prompt() and problem.verify(f"<answer>{{problem.reference_text}}</answer>").correct, level
    except Exception as error:
        failed.append(f"{{name}}: {{error!r}}")
assert not failed, failed
assert {{name.partition(".")[0] for name in sys.modules}} <= {{"rlve", "__main__", *sys.stdlib_module_names}}
"""


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what a build needs, the link kept, so that nothing is written into the checkout."""
    copy = tmp_path_factory.mktemp("clone")
    junk = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for folder in ("rlve", "envs"):
        shutil.copytree(ROOT / folder, copy / folder, symlinks=True, ignore=junk)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy / name)
    return copy


def run(*command: str, cwd: Path, path: Path | None = None) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment |= {"PYTHONPATH": str(path)} if path else {}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def build(clone: Path, hook: str, out: Path) -> Path:
    """Call a build hook of the back end as pip does, without isolation or network; return the file it made."""
    run(sys.executable, "-c", f"import setuptools.build_meta as b; b.{hook}({str(out)!r})", cwd=clone)
    return next(path for path in out.iterdir() if path.suffix in (".whl", ".gz"))


def environment_files() -> Iterator[str]:
    for path in (ROOT / "envs").rglob("*.py"):
        yield path.relative_to(ROOT).as_posix()


def test_wheel(clone: Path, tmp_path: Path) -> None:
    wheel = build(clone, "build_wheel", tmp_path)
    held = zipfile.ZipFile(wheel)
    names = set(held.namelist())
    assert {f"rlve/{file}" for file in environment_files()} <= names
    assert {
        "rlve/index.json",
        "rlve/collections.json",
        "rlve/py.typed",
        "rlve/figures/report.html",
        "rlve/sharing/card.md",
    } <= names
    assert {name.partition("/")[0] for name in names if ".dist-info" not in name} == {"rlve"}
    assert b"class IntegerSorting" in held.read("rlve/envs/sequences/integer_sorting.py")

    target, elsewhere = tmp_path / "target", tmp_path / "elsewhere"
    elsewhere.mkdir()
    pip = ("-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", str(target))
    run(sys.executable, *pip, str(wheel), cwd=elsewhere)
    use = USE.format(home=str(target))
    run(
        sys.executable,
        "-c",
        use + "\nimport importlib.util\nassert not importlib.util.find_spec('envs')",
        cwd=elsewhere,
        path=target,
    )
    run(sys.executable, "-P", "-c", use, cwd=clone, path=target)  # from the clone root, the installed one
    run(sys.executable, "-c", USE.format(home=str(clone)), cwd=clone, path=target)  # there without -P, the clone's own


def test_source_archive(clone: Path, tmp_path: Path) -> None:
    with tarfile.open(build(clone, "build_sdist", tmp_path)) as archive:
        members = {member.name.partition("/")[2]: member for member in archive.getmembers()}
    assert {f"rlve/{file}" for file in environment_files()} <= set(members)
    assert members["rlve/envs/sequences/integer_sorting.py"].isreg()


def test_editable(clone: Path, tmp_path: Path) -> None:
    wheel = build(clone, "build_editable", tmp_path)
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    use = f"import site\nsite.addsitedir({str(tmp_path / 'site')!r})" + USE.format(home=str(clone))
    for place in (tmp_path, clone):
        run(sys.executable, "-I", "-S", "-c", use, cwd=place)  # -S: not the rlve that is installed beside pytest


def test_every_environment_works_without_any_other_package(clone: Path, tmp_path: Path) -> None:
    """No package beside rlve is in reach, not even those that a plain install brings: environments need none."""
    run(sys.executable, "-I", "-S", "-c", PLAY.format(home=str(clone)), cwd=tmp_path)


def test_uninstalled_checkout(clone: Path, tmp_path: Path) -> None:
    run(sys.executable, "-S", "-c", USE.format(home=str(clone)), cwd=clone)
    run(sys.executable, "-S", "-c", USE.format(home=str(clone)), cwd=tmp_path, path=clone)


@pytest.mark.parametrize("link", ["removed", "a text file"])
def test_checkout_without_links(clone: Path, tmp_path: Path, link: str) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(clone, copy, symlinks=True)
    (copy / "rlve" / "envs").unlink()
    if link == "a text file":
        (copy / "rlve" / "envs").write_text("../envs")  # what git leaves where links are not supported
    run(sys.executable, "-S", "-c", USE.format(home=str(copy)), cwd=copy)
    run(sys.executable, "-S", "-c", USE.format(home=str(copy)), cwd=tmp_path, path=copy)
