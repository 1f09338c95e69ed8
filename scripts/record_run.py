"""Put a finished run into the package, for rlve.recorded: python scripts/record_run.py FOLDER NAME."""

import gzip
import json
import sys
from pathlib import Path
from typing import Any

from rlve.runs import RunFolder, write_json
from rlve.runs.recordings import LOGS, RECORDED


def without_paths(value: Any) -> Any:
    """Absolute paths cut to their last part: they say nothing elsewhere."""
    if isinstance(value, dict):
        return {key: without_paths(item) for key, item in value.items()}
    if isinstance(value, list):
        return [without_paths(item) for item in value]
    return Path(value).name if isinstance(value, str) and Path(value).is_absolute() else value


def record(folder: str, name: str) -> int:
    """Copy configuration and logs, the logs compressed; return the bytes of all recorded runs."""
    run, place = RunFolder(folder), RECORDED / name
    place.mkdir(parents=True, exist_ok=True)
    write_json(place / "config.json", without_paths(run.config()))
    for log in LOGS:
        rows = [json.dumps(json.loads(line)) + "\n" for line in getattr(run, log).read_text("utf-8").splitlines()]
        (place / f"{log}.jsonl.gz").write_bytes(gzip.compress("".join(rows).encode(), 9, mtime=0))
    return sum(path.stat().st_size for path in RECORDED.rglob("*") if path.is_file())


if __name__ == "__main__":
    print(f"{record(*sys.argv[1:])} bytes of recorded runs")
