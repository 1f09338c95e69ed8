"""Begin a run in a folder of its own, or go on with one from its newest sound checkpoint."""

from __future__ import annotations

import logging
import sys
import zlib
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from rlve.environment import Environment
from rlve.errors import RequestError, TakenError
from rlve.runs import processes
from rlve.runs.files import write_json
from rlve.runs.folder import RunFolder
from rlve.runs.lock import locked
from rlve.training import dashboards
from rlve.training.reward import RewardFunction
from rlve.training.settings import TrainingSettings

log = logging.getLogger(__name__)


def checkpoint_to_go_on_from(
    run: RunFolder | None, chosen: TrainingSettings, config: dict[str, Any], resume: bool
) -> tuple[Path, dict[str, Any]] | None:
    """None for a new run, whose folder should be free; else the checkpoint to go on from, with the logs cut back to it."""
    if not resume:
        if run is not None:
            run.check_free()
        return None
    if run is None:
        raise RequestError("resume=True needs the output_dir of the run")
    before = run.resumable_config()
    other = TrainingSettings.from_dict(before["settings"]).changes(chosen)
    other |= {
        name: (before.get(name), config[name])
        for name in ("environments", "scheduler", "own_rows")
        if before.get(name) != config[name]
    }
    if other:
        words = "; ".join(f"{name} was {first!r} and is {now!r}" for name, (first, now) in other.items())
        raise RequestError(f"a run is resumed with the settings it began with: {words}")
    sources = before["sources"] if isinstance(before.get("sources"), dict) else {}
    for name, source in config["sources"].items():
        if (then := sources.get(name)) not in (None, source):
            log.warning("%s has changed since the run began (%s, now %s): its problems may be others", name, then, source)
    checkpoint = run.checkpoint()
    done = checkpoint[1]["step"] if checkpoint else 0
    if chosen.max_steps <= done and run.model.is_dir():
        raise RequestError(f"the run in {run.path} has done {done} steps: to go on, ask for more than that (max_steps)")
    if checkpoint is None and run.is_finished_or_damaged():
        raise RequestError(
            f"the run in {run.path} has no sound checkpoint to go on from, and a start from nothing would overwrite its logs and "
            "model: begin a new run, in another folder"
        )
    processes.wait()  # all have read what the main process changes now
    if processes.is_main():
        if (now := {**before, **config}) != before:  # more steps, other guards
            write_json(run.path / "config.json", now)
        run.cut_back(done)
    processes.wait()  # before the others read what is left
    return checkpoint


def hold(held: ExitStack, run: RunFolder) -> None:
    """Hold the folder until the end; FileExistsError, in every process, where another run works on it."""
    taken = None
    if processes.is_main() and run.path.is_dir():
        try:
            held.enter_context(locked(run.path))
        except TakenError as error:
            taken = str(error)
    if (words := processes.of_main(taken)) is not None:
        raise TakenError(words)


def source_of(environment: type[Environment]) -> dict[str, Any]:
    """What an environment is known by when a run goes on: its version, and the checksum of a file of one's own."""
    path = None if environment.room else getattr(sys.modules.get(environment.__module__), "__file__", None)
    known = path is not None and Path(path).is_file()
    return {"version": environment.version, "checksum": zlib.crc32(Path(path).read_bytes()) if known else None}


def go_on(trainer: Any, callback: Any, reward: RewardFunction, place: Path, state: dict[str, Any]) -> None:
    """Put stream, books and random state where a checkpoint left them."""
    reward.books.restore(state["stream"])
    wrote = state.get("processes", 1)
    if wrote != processes.count() and processes.is_main():
        log.warning(
            "%s was written by %d processes, and %d go on: the same problems follow, and other completions than theirs",
            place,
            wrote,
            processes.count(),
        )
    callback.restore_random_state = lambda: trainer._load_rng_state(str(place))
    dashboards.forget_later_steps(trainer, state["step"])
