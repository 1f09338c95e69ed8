"""Runs that ship with the package, so that a notebook copied elsewhere has something to show: `rlve.recorded(name)`."""

from __future__ import annotations

import gzip
import tempfile
from functools import cache
from pathlib import Path

from rlve.errors import RequestError
from rlve.registry import HERE
from rlve.runs.folder import RunFolder

RECORDED = HERE / "assets" / "recorded"
LOGS = ("metrics", "outcomes", "samples")


def recordings() -> list[str]:
    """The names of the recorded runs."""
    return sorted(path.parent.name for path in RECORDED.glob("*/config.json"))


def recorded(name: str) -> RunFolder:
    """A recorded run, unpacked into a temporary folder that goes when Python ends; ValueError lists the names.

    It holds config.json, metrics.jsonl, outcomes.jsonl and samples.jsonl, and no model.
    """
    if name not in recordings():
        raise RequestError(f"no recorded run {name!r}: expected one of {', '.join(recordings())}")
    return RunFolder(_unpacked(name).name)


@cache
def _unpacked(name: str) -> tempfile.TemporaryDirectory[str]:
    folder = tempfile.TemporaryDirectory(prefix=f"rlve-{name}-")
    for path in sorted((RECORDED / name).iterdir()):
        whole = path.read_bytes()
        if path.suffix == ".gz":
            whole = gzip.decompress(whole)
        (Path(folder.name) / path.name.removesuffix(".gz")).write_bytes(whole)
    return folder
