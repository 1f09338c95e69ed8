"""JSON and JSON-lines files, written whole or not at all, and read where a last line was broken off."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rlve.errors import RequestError


def read(path: Path) -> list[dict[str, Any]]:
    """The records of a JSONL file, a last line broken off while it was written left out; none where it is missing.

    ValueError names any other line that is damaged.
    """
    records = []
    for number, line in enumerate(path.read_text("utf-8").split("\n")[:-1] if path.is_file() else [], 1):
        try:
            records.append(json.loads(line))
        except ValueError as error:
            raise RequestError(f"{path}, line {number} is damaged: {error}") from error
    return records


def append(path: Path, records: Iterable[Mapping[str, Any]]) -> None:
    """Add records to a JSONL file."""
    with path.open("a", encoding="utf-8") as file:
        file.write("".join(f"{json.dumps(record)}\n" for record in records))


def write_json(path: Path, data: Any) -> None:
    """Write a JSON file whole or not at all."""
    replace_text(path, json.dumps(data, indent=1) + "\n")


def replace_text(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    new = path.with_name(f"{path.name}.new")
    new.write_text(text, "utf-8")
    new.replace(path)
