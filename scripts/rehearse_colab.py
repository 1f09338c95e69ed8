"""Run notebooks as Colab would: copied away from the checkout, in an empty venv, install cells included.

    python scripts/rehearse_colab.py [NAME ...]

Builds a wheel of the checkout and puts it where the install cells name the repository. Each notebook gets a venv of its own
that has only what Colab brings that matters here (ipykernel, ipywidgets 7.7, matplotlib, pandas, torch); nothing of the
checkout can be imported. Cells run in fast mode. 04 restarts its kernel after the install, and then runs again from the top.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import click
import nbformat
from nbclient.exceptions import DeadKernelError

ROOT = Path(__file__).resolve().parent.parent
BRINGS = ("torch==2.13.0", "ipykernel", "ipywidgets==7.7.1", "matplotlib", "pandas", "numpy")


def beside(name: str) -> Any:
    """A script of this folder as a module."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def pip(python: Path, *arguments: str) -> None:
    subprocess.run([python, "-m", "pip", "install", "--quiet", *arguments], check=True)


def venv(place: Path, base: Path | None = None) -> Path:
    """Its Python. base: another venv, whose packages it sees."""
    subprocess.run([sys.executable, "-m", "venv", place], check=True)
    packages = next(place.glob("lib/python*/site-packages"))
    if base is not None:
        (packages / "base.pth").write_text(f"{next(base.glob('lib/python*/site-packages'))}\n")
    return place / "bin" / "python"


def rehearse(path: Path, wheel: Path, base: Path, folder: Path) -> None:
    """Run one notebook; raises nbclient's CellExecutionError where a cell fails."""
    from rlve._address import REPOSITORY

    folder.mkdir()
    run_notebooks = beside("run_notebooks")
    python = venv(folder / "venv", base)

    def fresh() -> Any:
        text = path.read_text("utf-8")
        assert f"git+{REPOSITORY}" in text, "no install cell"
        return nbformat.reads(text.replace(f"git+{REPOSITORY}", wheel.as_uri()), as_version=4)

    def run() -> Any:
        notebook = fresh()
        run_notebooks.execute(notebook, folder, fast=True, python=str(python), search="")
        return notebook

    try:
        notebook = run()
    except DeadKernelError:
        print("  the install cell restarted the kernel; again from the top")
        notebook = run()
    where = subprocess.run(
        [python, "-c", "import rlve; print(rlve.__file__)"], cwd=folder, capture_output=True, text=True, check=True
    ).stdout.strip()
    if not Path(where).is_relative_to(folder):
        raise RuntimeError(f"rlve was imported from {where}, which is not the venv of the rehearsal")
    wrong = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.execution_count is None]
    if wrong:
        raise RuntimeError(f"{len(wrong)} cells did not run")


@click.command()
@click.argument("names", nargs=-1)
def main(names: tuple[str, ...]) -> None:
    """Rehearse some notebooks, by default all."""
    os.environ.pop("PYTHONPATH", None)
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        subprocess.run(
            [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", place, ROOT], cwd=place, check=True
        )
        wheel = next(place.glob("*.whl"))
        pip(venv(place / "base"), *BRINGS)
        for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
            if names and path.stem not in names:
                continue
            start = time.monotonic()
            print(path.stem, flush=True)
            rehearse(path, wheel, place / "base", place / path.stem)
            print(f"  passed, {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
