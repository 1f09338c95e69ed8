"""Every notebook runs from top to bottom, with the interpreter that runs the tests, and is committed without outputs."""

import json
import os
import sys
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat", reason="needs the extra dev")

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def execute(notebook, folder: Path) -> None:
    """Run all cells in `folder`; the kernel is this interpreter, whatever kernels the user has installed."""
    from jupyter_client.kernelspec import KernelSpecManager
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient

    spec = {
        "argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
        "display_name": "this Python",
        "language": "python",
    }
    (folder / "kernels" / "this").mkdir(parents=True)
    (folder / "kernels" / "this" / "kernel.json").write_text(json.dumps(spec))
    specs = KernelSpecManager(kernel_dirs=[str(folder / "kernels")], ensure_native_kernel=False)
    manager = AsyncKernelManager(kernel_name="this", kernel_spec_manager=specs)
    NotebookClient(notebook, km=manager, timeout=300, resources={"metadata": {"path": str(folder)}}).execute()


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    search = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(search))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    execute(notebook, tmp_path)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert code and all(cell.execution_count for cell in code)
    texts = "".join(output.get("text", "") for cell in code for output in cell.outputs)
    assert "fault (" not in texts
    if path.stem == "01_quickstart":
        assert "stepping_stones (fast): passed" in texts


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_is_committed_clean(path: Path) -> None:
    raw = json.loads(path.read_text(encoding="utf-8"))
    nbformat.validate(raw)
    assert all(cell.get("id") for cell in raw["cells"])
    assert not [cell for cell in raw["cells"] if cell.get("outputs") or cell.get("execution_count")]
    assert raw["metadata"]["kernelspec"]["name"] == "python3"


def test_an_error_in_a_cell_fails(tmp_path: Path) -> None:
    from nbclient.exceptions import CellExecutionError

    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("import sys; print(sys.executable)\n1 / 0")])
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        execute(notebook, tmp_path)
    assert notebook.cells[0].outputs[0]["text"].strip() == sys.executable
