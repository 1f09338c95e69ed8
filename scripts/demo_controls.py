"""The sceptic's controls of `make demo`: the same training with a frozen model, shuffled rewards, and fixed levels.

python scripts/demo_controls.py run       # every arm and seed, two processes of one thread at a time; kept ones are not run again
python scripts/demo_controls.py report    # docs/controls.md and docs/controls.png from docs/data/controls/*.json
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import click

from rlve.demo import BANDS, COMPLETION_LENGTH, STEPS, letters, measure
from rlve.environment import EVALUATION_SEED
from rlve.registry import collection, problem
from rlve.reward import RewardFunction
from rlve.runs import RunFolder, read, versions, write_json
from rlve.schedulers import AdaptiveScheduler, StaticScheduler

ROOT = Path(__file__).parent.parent
DATA = ROOT / "docs" / "data" / "controls"
SEEDS = (0, 1, 2)
RATE = 1.5e-4
ARMS = {
    "adaptive": "the adaptive rule, as in the demo",
    "frozen": "the adaptive rule, learning rate 0: what levels do when nothing is learnt",
    "shuffled": "the adaptive rule, each step's rewards dealt out at random: small steps without meaning",
    "static_0_1": "levels 0 to 1 throughout",
    "static_0_20": "levels 0 to 20 throughout",
}

KEPT = ("step", "level", "effective_prompt_ratio", "accuracy", "reward", "format_rate", "truncated", "entropy", "seconds")


class ShuffledReward(RewardFunction):
    """Judges and schedules as ever, and gives the trainer the step's rewards in random order."""

    def __call__(self, **columns):
        rewards = super().__call__(**columns)
        Random(len(self.history)).shuffle(rewards)
        return rewards


def train_arm(arm: str, seed: int, steps: int) -> dict:
    """Train and measure one arm with one seed."""
    import torch

    import rlve.training
    from rlve.machine import keep_memory, quiet
    from rlve.models import load

    torch.set_num_threads(1)
    keep_memory()
    if arm == "shuffled":
        rlve.training.RewardFunction = ShuffledReward
    if arm.startswith("static"):
        low, high = map(int, arm.split("_")[1:])
        scheduler = StaticScheduler("STARTER", seed=seed, low=low, high=high)
    else:
        scheduler = AdaptiveScheduler("STARTER", seed=seed, tau_num=64)
    model, tokenizer = load("tiny")
    start = time.monotonic()
    with TemporaryDirectory() as folder, quiet():
        result = rlve.training.train(
            model,
            scheduler=scheduler,
            tokenizer=tokenizer,
            steps=steps,
            completion_length=COMPLETION_LENGTH,
            learning_rate=0.0 if arm == "frozen" else RATE,
            seed=seed,
            folder=Path(folder) / "run",
            save_every=steps,
            use_cpu=True,
            bf16=False,
        )
        run = RunFolder(Path(folder) / "run")
        tasks = {(row["environment"], row["level"], row["seed"]) for row in read(run.outcomes)}
        seconds = time.monotonic() - start
        after = letters(measure(model, tokenizer))
    shown = {problem(*task).prompt() for task in tasks}
    return {
        "arm": arm,
        "seed": seed,
        "steps": steps,
        "seconds": round(seconds),
        "versions": versions(),
        "levels": scheduler.levels(),
        "evaluation_problems_trained_on": seen_before(shown),
        "history": [{key: round(record[key], 4) for key in KEPT if key in record} for record in result.history],
        "levels_by_step": {name: [record["levels"][name][1] for record in result.history] for name in scheduler.environments},
        "after": after,
    }


def evaluation_prompts() -> Iterator[tuple[str, str, str]]:
    """(environment, band, prompt) of each held-out problem."""
    for name in collection("STARTER"):
        for band, levels in BANDS.items():
            for level, count in levels.items():
                for index in range(count):
                    yield name, band, problem(name, level, EVALUATION_SEED + index).prompt()


def seen_before(shown: set[str]) -> dict[str, int]:
    """Band -> how many of the held-out problems are among the prompts shown."""
    found = dict.fromkeys(BANDS, 0)
    for _, band, prompt in evaluation_prompts():
        found[band] += prompt in shown
    return found


def start() -> dict:
    """Accuracy before training, and how many held-out problems the warm-up showed."""
    sys.path.insert(0, str(ROOT / "scripts"))
    import torch
    from make_tiny_model import ENVIRONMENTS, LEVELS, SEED
    from make_tiny_model import STEPS as WARM_UP_STEPS

    from rlve.models import examples, load

    torch.set_num_threads(1)
    before = letters(measure(*load("tiny")))
    wanted = {prompt for _, _, prompt in evaluation_prompts()}
    shown = {prompt for prompt, _ in islice(examples(ENVIRONMENTS, LEVELS, SEED), 64 * WARM_UP_STEPS) if prompt in wanted}
    return {"before": before, "evaluation_problems_in_the_warm_up": seen_before(shown)}


def right(marks: dict[str, str], levels: dict[int, int]) -> list[int]:
    """1 or 0 for each problem of some levels."""
    return [int(mark == "c") for level in levels for mark in marks[str(level)]]


def mean(values: list[float]) -> float:
    """The mean; NaN of nothing."""
    return sum(values) / len(values) if values else float("nan")


@click.group()
def cli() -> None:
    """Controls of the demo."""


@cli.command()
@click.argument("arm", type=click.Choice(["start", *ARMS]))
@click.option("--seed", default=0)
@click.option("--steps", default=STEPS)
def one(arm: str, seed: int, steps: int) -> None:
    """Run one arm with one seed and keep its figures."""
    DATA.mkdir(parents=True, exist_ok=True)
    if arm == "start":
        write_json(DATA / "start.json", json.loads(json.dumps(start())))
    else:
        write_json(DATA / f"{arm}_{seed}.json", train_arm(arm, seed, steps))


@cli.command()
@click.option("--parallel", default=2, show_default=True)
@click.option("--steps", default=STEPS, show_default=True)
def run(parallel: int, steps: int) -> None:
    """Run every arm and seed that has no file yet, a process each."""
    jobs = [("start", 0), *((arm, seed) for seed in SEEDS for arm in ARMS)]
    todo = [job for job in jobs if not (DATA / ("start.json" if job[0] == "start" else f"{job[0]}_{job[1]}.json")).exists()]

    def launch(job: tuple[str, int]) -> None:
        begun = time.monotonic()
        command = [sys.executable, __file__, "one", job[0], "--seed", str(job[1]), "--steps", str(steps)]
        done = subprocess.run(command, capture_output=True, text=True)
        words = "done" if done.returncode == 0 else f"FAILED\n{done.stderr}"
        click.echo(f"{job[0]} seed {job[1]}: {words} after {time.monotonic() - begun:.0f} s")

    with ThreadPoolExecutor(parallel) as pool:
        list(pool.map(launch, todo))


@cli.command()
def report() -> None:
    """Write docs/controls.md and docs/controls.png."""
    raise NotImplementedError


if __name__ == "__main__":
    cli()
