"""Every notebook runs from top to bottom, in fast mode here and in full with `pytest -m slow`, and shows a full run's outputs."""

import base64
import importlib.util
import json
import re
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat", reason="needs the extra dev")

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
PICTURE, WHOLE = 60_000, 300_000  # bytes

spec = importlib.util.spec_from_file_location("run_notebooks", ROOT / "scripts" / "run_notebooks.py")
assert spec is not None and spec.loader is not None
run_notebooks = importlib.util.module_from_spec(spec)
spec.loader.exec_module(run_notebooks)

every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def code_of(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def problems_of(notebook) -> list[str]:
    """What should not be in the outputs of a run: errors, warnings, machine paths, large pictures, cells that did not run."""
    found = []
    for place, cell in enumerate(code_of(notebook), start=1):
        if cell.execution_count != place:
            found.append(f"code cell {place} was not run in its order")
        for output in cell.outputs:
            if output.output_type == "error" or output.get("name") == "stderr":
                found.append(f"code cell {place} wrote {str(output)[:300]}")
            data = output.get("data", {})
            text = output.get("text", "") + "".join(str(value) for kind, value in data.items() if kind.startswith("text/"))
            if hits := re.findall(r"(?:/tmp|/home|/root|/work|/Users|/private|[A-Z]:\\)\S*|.*Warning.*", text):
                found.append(f"code cell {place} prints {hits[0]}")
            if "fault (" in text and not cell.source.startswith("report = "):  # the gate may well report one
                found.append(f"code cell {place} shows a fault")
            for kind, value in data.items():
                size = len(value if kind == "image/svg+xml" else base64.b64decode(value)) if kind.startswith("image/") else 0
                if size > PICTURE:
                    found.append(f"code cell {place}: a picture of {size} bytes")
    return found


def run(path: Path, folder: Path, *, fast: bool) -> list[str]:
    notebook = nbformat.read(path, as_version=4)
    run_notebooks.execute(notebook, folder, fast=fast)
    run_notebooks.clean(notebook)
    return problems_of(notebook)


def test_there_are_notebooks() -> None:
    assert {"01_quickstart", "02_environment_design"} <= {path.stem for path in NOTEBOOKS}


@every_notebook
def test_notebook_runs_in_fast_mode(path: Path, tmp_path: Path) -> None:
    assert not run(path, tmp_path, fast=True)


@pytest.mark.slow
@every_notebook
def test_notebook_runs_in_full(path: Path, tmp_path: Path) -> None:
    assert not run(path, tmp_path, fast=False)


@every_notebook
def test_notebook_is_committed_with_the_outputs_of_a_full_run(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.encode()) <= WHOLE
    notebook = nbformat.reads(text, as_version=4)
    nbformat.validate(notebook)
    assert not problems_of(notebook)
    assert any(cell.outputs for cell in code_of(notebook))
    assert run_notebooks.WIDGET not in text, "a panel without its kernel shows an error: python scripts/run_notebooks.py"
    assert "widgets" not in notebook.metadata


@every_notebook
def test_notebook_has_the_common_shape(path: Path) -> None:
    raw = json.loads(path.read_text(encoding="utf-8"))
    sources = ["".join(cell["source"]) for cell in raw["cells"]]
    assert len(raw["cells"]) < 30
    assert all(cell.get("id") for cell in raw["cells"])
    assert raw["metadata"]["kernelspec"]["name"] == "python3"
    assert f"/blob/main/notebooks/{path.name})" in sources[0] and "**Run time:**" in sources[0]
    kinds = [cell["cell_type"] for cell in raw["cells"]]
    assert kinds[0] == "markdown" and 'os.environ.get("RLVE_FAST")' in sources[kinds.index("code")]
    assert "".join(sources).count("<details>") == "".join(sources).count("</details>") >= 2
    assert any("assert " in source for source, kind in zip(sources, kinds, strict=True) if kind == "code")


@every_notebook
def test_pins_of_the_install_cell_are_those_of_the_project(path: Path) -> None:
    source = "".join(code_of(nbformat.read(path, as_version=4))[0].source)
    project, pinned = (ROOT / "pyproject.toml").read_text("utf-8"), (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    for pin in re.findall(r'"?([a-z]+[<>=]=[^"\s]*)"?', source):
        assert f'"{pin}"' in project or pin in pinned


def notebook_of(*sources: str):
    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])


def test_an_error_in_a_cell_fails(tmp_path: Path) -> None:
    import sys

    from nbclient.exceptions import CellExecutionError

    notebook = notebook_of("import sys; print(sys.executable)\n1 / 0")
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        run_notebooks.execute(notebook, tmp_path)
    assert notebook.cells[0].outputs[0]["text"].strip() == sys.executable


def test_what_should_not_be_in_the_outputs_is_found(tmp_path: Path) -> None:
    notebook = notebook_of(
        "import sys; print('noise', file=sys.stderr)",
        "print('/home/me/runs')",
        "print('UserWarning: old')",
        "import os; os.environ.get('RLVE_FAST')",
    )
    run_notebooks.execute(notebook, tmp_path, fast=True)
    assert [text.split()[2] for text in problems_of(notebook)] == ["1", "2", "3"]
    assert notebook.cells[3].outputs[0]["data"]["text/plain"] == "'1'"


def test_cleaning_leaves_what_a_reader_without_a_kernel_can_see(tmp_path: Path) -> None:
    pytest.importorskip("ipywidgets")
    pytest.importorskip("matplotlib")
    notebook = notebook_of(
        "import time\nfor word in 'ab':\n    print(word, flush=True); time.sleep(0.3)",
        "from rlve.widgets import EnvironmentExplorer\nEnvironmentExplorer()",
        "%matplotlib inline\nfrom matplotlib.figure import Figure\nfigure = Figure(); figure.subplots().plot([1, 2]); figure",
    )
    run_notebooks.execute(notebook, tmp_path)
    run_notebooks.clean(notebook)
    words, panel, picture = (cell.outputs for cell in notebook.cells)
    assert [output["text"] for output in words] == ["a\nb\n"]
    assert [output["data"] for output in panel] == [
        {"text/plain": "[EnvironmentExplorer: a panel that needs a running notebook]"}
    ]
    assert base64.b64decode(picture[-1]["data"]["image/png"]).startswith(b"\x89PNG")
    assert not problems_of(notebook)
