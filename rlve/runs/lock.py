"""One process at a time works on a folder or a file: a lock that a killed process leaves free."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rlve.errors import MissingError, TakenError
from rlve.runs.files import target_of

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


@contextmanager
def locked(place: Path) -> Iterator[None]:
    """Hold a folder, or a file that is to be written, while something is done with it.

    Raises FileNotFoundError where its folder is missing, and FileExistsError that names the process (host, pid, since when)
    where another one holds it. The operating system frees the lock when the process ends, however it ends; the small file that
    names the holder is removed with it.
    """
    place = target_of(place)
    if place.exists() and not place.is_dir() and not place.is_file():  # a pipe or a device, which several may write to
        yield
        return
    name = place / ".lock" if place.is_dir() else place.with_name(f".{place.name}.lock")
    if not name.parent.is_dir():
        raise MissingError(f"there is no folder {name.parent} to write {place.name} to")
    with name.open("a+", encoding="utf-8") as file:
        if not (_take(file.fileno()) and _is_still(file.fileno(), name)):
            raise TakenError(f"{place} is in use by {_holder(name)}: wait for it, or choose another place")
        file.truncate(0)
        file.write(json.dumps({"host": socket.gethostname(), "pid": os.getpid(), "since": time.strftime("%Y-%m-%d %H:%M:%S")}))
        file.flush()
        try:
            yield
        finally:
            name.unlink(missing_ok=True)


def _take(descriptor: int) -> bool:
    """Take the lock of the operating system; False where another process has it."""
    if fcntl is None:
        import msvcrt

        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError:
            return False
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_still(descriptor: int, name: Path) -> bool:
    """Whether the file that was locked is the one that others see: who held it before may just have removed it."""
    try:
        return fcntl is None or os.fstat(descriptor).st_ino == name.stat().st_ino
    except FileNotFoundError:
        return False


def _holder(name: Path) -> str:
    try:
        holder = json.loads(name.read_text("utf-8"))
        return f"process {holder['pid']} on {holder['host']}, since {holder['since']}"
    except (OSError, ValueError, KeyError, TypeError):
        return "another process"
