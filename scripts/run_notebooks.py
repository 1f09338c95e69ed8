"""Run notebooks from top to bottom and keep their outputs: python scripts/run_notebooks.py [NAME ...]; by default all."""

import base64
import io
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import nbformat

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / "notebooks"
WIDGET = "application/vnd.jupyter.widget-view+json"


def execute(
    notebook: Any,
    folder: Path,
    *,
    fast: bool = False,
    timeout: int = 3600,
    python: str = sys.executable,
    search: str = str(ROOT),
) -> None:
    """Run all cells in `folder` by `python`, which finds modules in `search`, whatever kernels the user has installed."""
    from jupyter_client.kernelspec import KernelSpecManager
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient

    spec = {
        "argv": [python, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
        "display_name": "this Python",
        "language": "python",
    }
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "RLVE_FAST", "IPYTHONDIR")}
    places = os.pathsep.join(filter(None, [search, os.environ.get("PYTHONPATH")]))
    with tempfile.TemporaryDirectory() as own:
        (Path(own) / "kernels" / "this").mkdir(parents=True)
        (Path(own) / "kernels" / "this" / "kernel.json").write_text(json.dumps(spec))
        specs = KernelSpecManager(kernel_dirs=[str(Path(own) / "kernels")], ensure_native_kernel=False)
        client = NotebookClient(
            notebook,
            km=AsyncKernelManager(kernel_name="this", kernel_spec_manager=specs),
            timeout=timeout,
            store_widget_state=False,
            resources={"metadata": {"path": str(folder)}},
        )
        fast_mode = {"RLVE_FAST": "1"} if fast else {}
        client.execute(cleanup_kc=True, env={**kept, "PYTHONPATH": places, "IPYTHONDIR": str(Path(own) / "ipython"), **fast_mode})


def clean(notebook: Any) -> None:
    """Make what a run left fit to be committed, in place: no widget state, no times, streams in one piece, small pictures."""
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    for cell in notebook.cells:
        cell.metadata = {}
        if cell.cell_type != "code":
            continue
        outputs: list[Any] = []
        for output in cell.outputs:
            if outputs and output.output_type == outputs[-1].output_type == "stream" and output.name == outputs[-1].name:
                outputs[-1].text += output.text
                continue
            data = output.get("data", {})
            if data.pop(WIDGET, None) is not None:  # without a kernel it would show an error
                panel = data["text/plain"].partition("(")[0]
                data["text/plain"] = f"[{panel}: a panel that needs a running notebook]"
            if "image/png" in data:
                data["image/png"] = smaller(data["image/png"])
                data["text/plain"] = "[figure]"
            outputs.append(output)
        cell.outputs = outputs


def smaller(picture: str) -> str:
    """A PNG, in base64, with at most 64 colours."""
    from PIL import Image

    target = io.BytesIO()
    image = Image.open(io.BytesIO(base64.b64decode(picture))).convert("RGB")
    image.quantize(64, dither=Image.Dither.NONE).save(target, "png", optimize=True)
    return base64.b64encode(target.getvalue()).decode()


def main() -> None:
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        if sys.argv[1:] and path.stem not in sys.argv[1:]:
            continue
        start = time.monotonic()
        notebook = nbformat.read(path, as_version=4)
        with tempfile.TemporaryDirectory() as folder:
            execute(notebook, Path(folder))
        clean(notebook)
        nbformat.write(notebook, path)
        print(f"{path.name}: {time.monotonic() - start:.0f} s, {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
