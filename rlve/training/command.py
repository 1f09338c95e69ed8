"""What `rlve train` does around `rlve.train`: settings by GPU, a folder, progress, and words at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from rlve.extras import need
from rlve.models.memory import choose
from rlve.runs import processes
from rlve.runs.folder import RunFolder, absolute, new_folder
from rlve.runs.progress import progress
from rlve.training.settings import TrainingSettings


def run_training(given: Mapping[str, Any], resume: Path | None, say: Callable[[str], object]) -> str:
    """Train by the settings that are given, or go on with the run in `resume`, whose settings then hold beside those given.

    On a GPU the settings that are not given come from its row (`rlve.models.memory`). Says, and gives back, why the run ended
    (`TrainingResult.stopped`). Raises ValueError for settings that do not fit.
    """
    need("torch", "transformers", "trl", "datasets")
    from rlve.models.machine import keep_memory, quiet
    from rlve.training.trainer import train

    keep_memory()
    processes.start()
    if not processes.is_main():
        say = _say_nothing
    if resume is not None:
        before = RunFolder(resume).resumable_config()["settings"]
        settings = {**before, "time_limit": None, **given, "output_dir": str(resume)}
    else:
        settings = _with_the_rest(TrainingSettings(**given), given, say)
    settings = processes.of_main(settings)  # the GPUs of the others may be different ones, and choose other settings
    chosen = TrainingSettings(**settings)
    place = chosen.output_dir
    shown = progress(chosen.max_steps, say) if processes.is_main() else nullcontext()
    settings |= settings.pop("trl", {})
    with quiet(), shown as on_step:
        result = train(resume=resume is not None, on_plan=lambda plan: say(f"{plan}\n"), on_step=on_step, **settings)
    done = result.history[-1]["step"] if result.history else 0
    if result.stopped.startswith("guard"):
        why = f"{place}/events.jsonl and docs/troubleshooting.md"
        say(f"\nstopped ({result.stopped}) after step {done} of {chosen.max_steps}: see {why}")
        say(f"go on nevertheless, from the newest checkpoint, with: rlve train --resume {place} --guards warn")
    elif result.stopped != "finished":
        say(f"\nstopped ({result.stopped}) after step {done} of {chosen.max_steps}; go on with: rlve train --resume {place}")
    model = "model/ (load it with rlve.models.load)" if RunFolder(place).model.is_dir() else "no model/"
    say(f"\n{place}: figure.svg, metrics.jsonl, outcomes.jsonl, samples.jsonl, events.jsonl, {model}")
    processes.end()
    return result.stopped


def _with_the_rest(chosen: TrainingSettings, given: Mapping[str, Any], say: Callable[[str], object]) -> dict[str, Any]:
    """The settings for the model and the GPU at hand, and a folder; says how they came about."""
    model = absolute(chosen.model)  # a run may be resumed from elsewhere
    by_gpu, words = choose(model, given, chosen.use_vllm)
    if words is not None:
        say(f"{words}\n")
    place = chosen.output_dir or str(new_folder(model, chosen.environments))
    return {**chosen.as_dict(), **by_gpu, "model": model, "output_dir": place}


def _say_nothing(text: str) -> None:
    """What the other processes say, so that each thing is said once."""
