"""End a training: the wish to stop, why it ended, and its model, saved whole."""

from __future__ import annotations

import logging
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rlve.models.loading import write_base
from rlve.runs import processes
from rlve.runs.folder import RunFolder

log = logging.getLogger(__name__)


@contextmanager
def interrupts() -> Iterator[Callable[[], bool]]:
    """Tells whether Ctrl-C (or a polite kill) came; the second one breaks off. Only the main thread can know."""
    signals: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return

    def ask(number: int, frame: Any) -> None:
        if signals:
            raise KeyboardInterrupt
        signals.append(number)
        if processes.is_main():
            print("\nfinishing this step, then saving; once more to break off at once", file=sys.stderr, flush=True)

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: bool(signals)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def finish(trainer: Any, callback: Any, guard: Any, run: RunFolder | None, base: str) -> str:
    """Why the training ended; the model is saved where it is worth it."""
    stopped = callback.stopped if guard.found is None else f"guard {guard.found.name}"
    if run is not None and not guard.spoilt:
        save_model(trainer, run, base)
    if run is not None and guard.found is None and processes.is_main():
        run.note("stopped" if stopped != "finished" else "finished", step=trainer.state.global_step, why=stopped)
    return stopped


def save_model(trainer: Any, run: RunFolder, base: str) -> None:
    """Save the model aside and rename it: a folder model/ is whole, whenever the process is killed."""
    new, old = run.path / "model.new", run.path / "model.old"
    if processes.is_main():
        for junk in (new, old):
            shutil.rmtree(junk, ignore_errors=True)
    processes.wait()
    trainer.save_model(str(new))
    processes.wait()
    if not processes.is_main():
        return
    if not base and (new / "adapter_config.json").is_file():
        log.warning("%s is an adapter of a model that was only in memory: save that too, `load` cannot find it", run.model)
    write_base(new, base)
    if run.model.is_dir():
        run.model.rename(old)
    new.rename(run.model)
    shutil.rmtree(old, ignore_errors=True)
