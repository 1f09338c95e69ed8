"""What `rlve train` does: options to settings, and words at the end."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from rlve.runs import processes
from rlve.runs.folder import RunFolder, absolute, new_folder
from rlve.runs.progress import progress
from rlve.schedulers import scheduler_named

UNITS = {"s": 1, "m": 60, "h": 3600}


def run_training(
    *,
    model: str,
    environments: Sequence[str],
    scheduler: str,
    options: Mapping[str, Any],
    dataset: str | None,
    dataset_share: float,
    folder: Path | None,
    resume: Path | None,
    steps: int | None,
    settings: Mapping[str, Any],
    asked_for: Sequence[str],
    time_limit: float | None,
    guards: str | None,
    report_to: str | None,
    say: Callable[[str], object],
) -> str:
    """Train, or go on with the run in `resume`, whose settings then replace all others but steps, time_limit, guards and
    report_to where these are given. On a GPU settings not among asked_for come from its row. Says, and gives
    back, why the run ended (`TrainingResult.stopped`).
    """
    from rlve.extras import need

    need("torch", "transformers", "trl", "datasets")
    from rlve.models.machine import keep_memory, quiet, two_threads
    from rlve.training.trainer import train

    keep_memory()
    processes.start()
    if not processes.is_main():
        say = _say_nothing
    if resume is not None:
        command = RunFolder(resume).config()["command"]
        if command is None:
            raise ValueError(f"{resume} was not begun by rlve train: go on with rlve.training.train(..., resume=True)")
        command["steps"] = steps or command["steps"]
        command["guards"] = guards or command.get("guards", "stop")
        command["report_to"] = report_to or command.get("report_to", "none")
    else:
        command = {
            "model": absolute(model),  # a run may be resumed from elsewhere
            "environments": [absolute(name.strip()) for names in environments for name in names.split(",")],
            "scheduler": scheduler,
            "options": dict(options),
            "dataset": None if dataset is None else absolute(dataset),
            "dataset_share": dataset_share,
            "settings": _settings(absolute(model), settings, asked_for, say),
            "steps": steps or 280,
            "guards": guards or "stop",
            "report_to": report_to or "none",
        }
    command = processes.of_main(command)  # the GPUs of the others may be different ones, and choose other settings
    steps = command["steps"]
    rule = scheduler_named(command["scheduler"], command["environments"], seed=command["settings"]["seed"], **command["options"])
    own = {}
    if command["dataset"] is not None:
        own = {"own_dataset": own_rows(Path(command["dataset"])), "own_share": command["dataset_share"]}
    place = resume or folder or processes.of_main(new_folder(command["model"], command["environments"]))
    threads = two_threads() if command["model"] == "tiny" else nullcontext()
    shown = progress(steps, say) if processes.is_main() else nullcontext()
    with quiet(), threads, shown as on_step:
        result = train(
            command["model"],
            scheduler=rule,
            steps=steps,
            folder=place,
            resume=resume is not None,
            time_limit=time_limit,
            on_plan=lambda plan: say(f"{plan}\n"),
            on_step=on_step,
            command=command,
            guards=command["guards"],
            report_to=command["report_to"],
            **own,
            **command["settings"],
        )
    done = result.history[-1]["step"] if result.history else 0
    if result.stopped.startswith("guard"):
        say(f"\nstopped ({result.stopped}) after step {done} of {steps}: see {place}/events.jsonl and docs/troubleshooting.md")
        say(f"go on nevertheless, from the newest checkpoint, with: rlve train --resume {place} --guards warn")
    elif result.stopped != "finished":
        say(f"\nstopped ({result.stopped}) after step {done} of {steps}; go on with: rlve train --resume {place}")
    model = "model/ (load it with rlve.models.load)" if RunFolder(place).model.is_dir() else "no model/"
    say(f"\n{place}: figure.png, metrics.jsonl, outcomes.jsonl, samples.jsonl, events.jsonl, {model}")
    processes.end()
    return result.stopped


def _settings(model: str, settings: Mapping[str, Any], asked_for: Sequence[str], say: Callable[[str], object]) -> dict[str, Any]:
    """The settings for the model and the GPU at hand; says how they came about."""
    from rlve.models.fitting import choose

    given = {name: settings[name] for name in settings if name in asked_for or name == "load_in_4bit"}
    found, words = choose(model, settings, given, vllm=settings["vllm"])
    if words is not None:
        say(f"{words}\n")
    return found


def _say_nothing(text: str) -> None:
    """What the other processes say, so that each thing is said once."""


def seconds_of(text: str) -> float:
    """90s, 50m, 1.5h or 1h30m in seconds; ValueError for anything else."""
    parts = re.findall(r"(\d+(?:\.\d+)?)([smh])", text)
    if not parts or "".join(number + unit for number, unit in parts) != text:
        raise ValueError(f"expected a time such as 90s, 50m or 1h30m, got {text!r}")
    return sum(float(number) * UNITS[unit] for number, unit in parts)


def own_rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a JSONL file with the keys prompt and answer; ValueError names the first line that has not."""
    rows = []
    for number, line in enumerate(path.read_text("utf-8-sig").split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            rows.append({"prompt": row["prompt"], "answer": str(row["answer"])})
        except (ValueError, TypeError, KeyError) as error:
            raise ValueError(f'{path}, line {number}: expected {{"prompt": ..., "answer": ...}} ({error!r})') from error
    if not rows:
        raise ValueError(f"{path} holds no rows")
    return rows
