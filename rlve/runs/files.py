"""JSON and JSON-lines files, written whole or not at all, and read where a last line was broken off."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rlve.errors import MissingError, RequestError


def read(path: Path) -> list[dict[str, Any]]:
    """The records of a JSONL file, a last line broken off while it was written left out; none where it is missing.

    ValueError names any other line that is damaged.
    """
    lines = read_text(path).split("\n")[:-1] if path.is_file() else []
    return [_object(line, f"{path}, line {number}") for number, line in enumerate(lines, 1)]


def _object(text: str, where: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RequestError(f"{where} is damaged: {error}") from error
    if not isinstance(data, dict):
        raise RequestError(f"{where} is damaged: it holds no JSON object")
    return data


def read_text(path: Path) -> str:
    """The text of a file; ValueError where it is not UTF-8."""
    try:
        return path.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RequestError(f"{path} is no UTF-8 text: {error}") from error


def read_object(path: Path) -> dict[str, Any]:
    """The object in a JSON file; ValueError where it is damaged."""
    return _object(read_text(path), str(path))


def append(path: Path, records: Iterable[Mapping[str, Any]]) -> None:
    """Add records to a JSONL file."""
    with path.open("a", encoding="utf-8") as file:
        file.write("".join(f"{json.dumps(record)}\n" for record in records))


def write_json(path: Path, data: Any) -> None:
    """Write a JSON file whole or not at all."""
    replace_text(path, json.dumps(data, indent=1) + "\n")


def replace_text(path: Path, text: str) -> None:
    """Write a file whole or not at all; half a character (a lone surrogate, as a log may hold) becomes a question mark."""
    with replacing(path) as new:
        new.write_text(text, "utf-8", errors="replace")


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A new file to write beside `path`, which takes its place when all went well.

    A symbolic link stays, and what it points to is replaced; what is no regular file (a pipe, a device) is written directly.
    """
    target = target_of(path)
    if not target.parent.is_dir():
        raise MissingError(f"there is no folder {target.parent} to write {target.name} to")
    if target.exists() and not target.is_file():
        yield target
        return
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".new", dir=target.parent)
    os.close(handle)
    new = Path(name)
    try:
        yield new
        new.chmod(mode)
        new.replace(target)
    finally:
        new.unlink(missing_ok=True)


def target_of(path: Path) -> Path:
    """What is written where `path` is a symbolic link; ValueError for links in a circle."""
    path = Path(path)
    try:
        return path.resolve() if path.is_symlink() else path
    except RuntimeError as error:  # of Python up to 3.12
        raise RequestError(f"{path} is a symbolic link that leads to itself") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
