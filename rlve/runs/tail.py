"""Read a JSONL file as it grows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rlve.runs.records import sound


def events_of(path: Path) -> list[dict[str, Any]]:
    """The whole events of a run's events.jsonl, those that say what and when; a damaged line is passed over."""
    found = []
    for line in path.read_bytes().splitlines() if path.is_file() else ():
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(record, dict) and all(isinstance(record.get(name), str) for name in ("event", "time")):
            found.append(record)
    return found


class Tail:
    """The records added to a file since the last look. `restarted` tells that the file was cut or replaced, so that the
    records of this look are the first ones again. `damaged` counts lines that are no record or hold something that is not of
    its kind, which is left out; needed: fields without which a line is passed over.
    """

    def __init__(self, path: Path, *needed: str, most: int = 4_000_000) -> None:
        self.path, self.needed, self.most = path, needed, most
        self.restarted, self.damaged = False, 0
        self._place, self._inode = 0, 0

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """All new records, however many."""
        before = -1
        while self._place != before:
            before = self._place
            yield from self.look()

    def look(self) -> list[dict[str, Any]]:
        """The new records, from at most `most` bytes; a last line that is still being written waits for the next look."""
        self.restarted = False
        try:
            with self.path.open("rb") as file:
                stat = self.path.stat()
                if stat.st_size < self._place or (self._place and stat.st_ino != self._inode):
                    self._place, self.restarted, self.damaged = 0, True, 0
                self._inode = stat.st_ino
                file.seek(self._place)
                text = file.read(self.most)
        except FileNotFoundError:
            self.restarted, self._place = self._place > 0, 0
            return []
        whole = text[: text.rfind(b"\n") + 1]
        self._place += len(whole)
        records = []
        for line in whole.splitlines():
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                record = None
            kept = sound(record, *self.needed)
            self.damaged += kept is None or kept != record
            if kept is not None:
                records.append(kept)
        return records
