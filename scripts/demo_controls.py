"""The sceptic's controls of `make demo`: the same training with a frozen model, shuffled rewards, and fixed levels.

python scripts/demo_controls.py run       # every arm and seed, two processes of one thread at a time; kept ones are not run again
python scripts/demo_controls.py report    # docs/controls.md and docs/controls.png from docs/data/controls/*.json
"""

import hashlib
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

from rlve.answers.extraction import wrap
from rlve.environment import EVALUATION_SEED
from rlve.evaluation import letters
from rlve.models import TINY
from rlve.registry import collection, problem
from rlve.runs import RunFolder, read, versions, write_json
from rlve.runs.records import with_levels
from rlve.schedulers import AdaptiveScheduler, StaticScheduler
from rlve.statistics import paired_difference
from rlve.studies.demo import BANDS, COMPLETION_LENGTH, STEPS, TAU_NUM, held_out_accuracy
from rlve.training.reward import RewardFunction

ROOT = Path(__file__).parent.parent
DATA = ROOT / "docs" / "data" / "controls"
SEEDS = (0, 1, 2)
RATE = 1.5e-4
ARMS = {
    "adaptive": "the adaptive rule, as in the demo",
    "frozen": "the adaptive rule, learning rate 0: what levels do when nothing is learnt",
    "shuffled": "the adaptive rule, each step's rewards dealt out at random: steps without meaning",
    "static_0_1": "levels 0 to 1 throughout",
    "static_0_20": "levels 0 to 20 throughout",
}

FIT = "share_of_problems_whose_answer_does_not_fit"
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
    from rlve.models import load
    from rlve.models.machine import keep_memory, quiet

    torch.set_num_threads(1)
    keep_memory()
    if arm == "shuffled":
        rlve.training.RewardFunction = ShuffledReward
    if arm.startswith("static"):
        low, high = map(int, arm.split("_")[1:])
        scheduler = StaticScheduler("STARTER", seed=seed, low=low, high=high)
    else:
        scheduler = AdaptiveScheduler("STARTER", seed=seed, tau_num=TAU_NUM)
    model, tokenizer = load("tiny")
    start = time.monotonic()
    with TemporaryDirectory() as folder, quiet():
        result = rlve.training.train(
            model,
            scheduler=scheduler,
            tokenizer=tokenizer,
            max_steps=steps,
            max_completion_length=COMPLETION_LENGTH,
            learning_rate=0.0 if arm == "frozen" else RATE,
            seed=seed,
            output_dir=Path(folder) / "run",
            save_steps=steps,
            guards="warn",
            use_cpu=True,
            bf16=False,
        )
        if result.stopped != "finished":
            sys.exit(f"stopped: {result.stopped}")
        run = RunFolder(Path(folder) / "run")
        tasks = {(row["environment"], row["level"], row["seed"]) for row in read(run.outcomes)}
        seconds = time.monotonic() - start
        after = marks(model, tokenizer)
    drawn, records = [problem(*task) for task in tasks], list(with_levels(result.history))
    ends = [len(tokenizer(wrap(item.reference_text))["input_ids"]) + 1 for item in drawn]
    return {
        "arm": arm,
        "seed": seed,
        "steps": steps,
        "weights": weights(),
        "seconds": round(seconds),
        "versions": versions(),
        "levels": scheduler.levels(),
        "evaluation_problems_trained_on": seen_before({item.prompt() for item in drawn}),
        FIT: round(sum(end > COMPLETION_LENGTH for end in ends) / len(ends), 4),
        "history": [{key: round(record[key], 4) for key in KEPT if key in record} for record in result.history],
        "levels_by_step": {name: [record["levels"][name][1] for record in records] for name in scheduler.environments},
        "after": after,
    }


def marks(model, tokenizer) -> dict[str, dict[str, dict[int, str]]]:
    """Sampling -> environment -> level -> a letter per held-out problem."""
    return {words: letters(results) for words, results in held_out_accuracy(model, tokenizer).items()}


def weights() -> str:
    """What tells the weights that everything starts from."""
    return hashlib.sha256((TINY / "model.safetensors").read_bytes()).hexdigest()[:16]


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
    from make_tiny_model import ENVIRONMENTS, LEVELS, PHASES

    from rlve.models import examples, load

    torch.set_num_threads(1)
    before = marks(*load("tiny"))
    wanted = {prompt for _, _, prompt in evaluation_prompts()}
    shown = set()
    for phase in PHASES:
        stream = examples(ENVIRONMENTS, LEVELS, phase["seed"], weights=phase.get("weights"))
        shown |= {prompt for prompt, _ in islice(stream, 64 * phase["steps"]) if prompt in wanted}
    return {"weights": weights(), "before": before, "evaluation_problems_in_the_warm_up": seen_before(shown)}


def seeds(arm: str) -> tuple[int, ...]:
    """The seeds an arm is run with."""
    return SEEDS[:1] if arm == "shuffled" else SEEDS


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
@click.option("--max-steps", default=STEPS)
def one(arm: str, seed: int, steps: int) -> None:
    """Run one arm with one seed and keep its figures."""
    DATA.mkdir(parents=True, exist_ok=True)
    if arm == "start":
        write_json(DATA / "start.json", json.loads(json.dumps(start())))
    else:
        write_json(DATA / f"{arm}_{seed}.json", train_arm(arm, seed, steps))


@cli.command()
@click.option("--parallel", default=2, show_default=True)
@click.option("--max-steps", default=STEPS, show_default=True)
def run(parallel: int, steps: int) -> None:
    """Run every arm and seed that has no file yet, a process each."""
    jobs = [("start", 0), *((arm, seed) for arm in reversed(ARMS) for seed in seeds(arm))]
    todo = [job for job in jobs if not (DATA / ("start.json" if job[0] == "start" else f"{job[0]}_{job[1]}.json")).exists()]

    def launch(job: tuple[str, int]) -> bool:
        begun = time.monotonic()
        command = [sys.executable, __file__, "one", job[0], "--seed", str(job[1]), "--max-steps", str(steps)]
        done = subprocess.run(command, capture_output=True, text=True)
        words = "done" if done.returncode == 0 else f"FAILED\n{done.stderr}"
        click.echo(f"{job[0]} seed {job[1]}: {words} after {time.monotonic() - begun:.0f} s")
        return done.returncode == 0

    with ThreadPoolExecutor(parallel) as pool:
        if not all(list(pool.map(launch, todo))):
            sys.exit(1)


@cli.command()
def report() -> None:
    """Write docs/controls.md and docs/controls.png."""
    begin = json.loads((DATA / "start.json").read_text("utf-8"))
    files = {arm: [DATA / f"{arm}_{seed}.json" for seed in seeds(arm)] for arm in ARMS}
    runs = {arm: [json.loads(path.read_text("utf-8")) for path in paths if path.exists()] for arm, paths in files.items()}
    if missing := [arm for arm, group in runs.items() if not group]:
        raise click.ClickException(f"no run of {', '.join(missing)} yet: python scripts/demo_controls.py run")
    found = [run for arm in runs.values() for run in arm]
    if len({run.get("weights", begin["weights"]) for run in found}) > 1 or len({run["steps"] for run in found}) > 1:
        raise click.ClickException(f"the files in {DATA} began from different weights or took different numbers of steps")
    (ROOT / "docs" / "controls.md").write_text(text(begin, runs), "utf-8")
    figure(runs).savefig(ROOT / "docs" / "controls.png", dpi=120)


def by_problem(runs: list[dict], sampling: str, names: list[str], levels: dict[int, int]) -> list[float]:
    """For each problem the share of seeds in which it was solved."""
    per_seed = [[mark for name in names for mark in right(run["after"][sampling][name], levels)] for run in runs]
    return [mean(marks) for marks in zip(*per_seed, strict=True)]


def gain(runs: list[dict], control: list[dict], sampling: str, names: list[str], levels: dict[int, int]) -> str:
    """Points by which an arm is ahead of a control, with the paired interval, and the span over the seeds."""
    ours, theirs = (by_problem(arm, sampling, names, levels) for arm in (runs, control))
    change, low, high = (100 * value for value in paired_difference(theirs, ours))
    theirs_by_seed = {run["seed"]: run for run in control}
    each = []
    for run in runs:
        if run["seed"] in theirs_by_seed:
            pair = (by_problem([one], sampling, names, levels) for one in (run, theirs_by_seed[run["seed"]]))
            mine, other = map(mean, pair)
            each.append(100 * (mine - other))
    return f"{change:+.1f} [{low:+.1f}, {high:+.1f}] (seeds {min(each):+.1f} to {max(each):+.1f})"


def text(begin: dict, runs: dict[str, list[dict]]) -> str:
    """The report, in Markdown."""
    first = next(iter(runs.values()))[0]
    starter, high_levels = list(collection("STARTER")), BANDS["levels 4-8"]
    minutes = sum(run["seconds"] for arm in runs.values() for run in arm) / 60
    lines = [
        "# Controls of the demo",
        "",
        f"`make demo-controls` (`scripts/demo_controls.py`): {first['steps']} steps of 16 prompts x 8 rollouts each, one thread",
        f"each, {minutes:.0f} minutes of training in all;",
        f"torch {first['versions']['torch']}, trl {first['versions']['trl']}. Data: `docs/data/controls/`. Every arm starts from",
        "the same weights and is measured on the same held-out problems, 200 of each environment in each band. Intervals are",
        "95 %, paired over problems with the seeds averaged: they say what other problems would give, not what other trainings",
        "would; for that the span over the three seeds stands beside them. A frozen model answers as before training, so its",
        "three runs differ in levels only.",
        "",
        *(f"- **{arm}** (seeds {', '.join(str(run['seed']) for run in runs[arm])}): {words}" for arm, words in ARMS.items()),
        "",
        "![levels in use over the steps](controls.png)",
        "",
        "## Highest level in use at the end, a number for each seed",
        "",
        "| environment | " + " | ".join(arm for arm in runs if not arm.startswith("static")) + " |",
        "|---|" + "---|" * sum(not arm.startswith("static") for arm in runs),
    ]
    for name in starter:
        cells = [
            ", ".join(str(run["levels"][name][1]) for run in arm) for key, arm in runs.items() if not key.startswith("static")
        ]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    for sampling in begin["before"]:
        lines += [
            "",
            f"## Accuracy after, {sampling}, in percent (mean of the seeds)",
            "",
            "| | " + " | ".join(f"{name}, {band}" for name in ("integer_sorting", "STARTER") for band in BANDS) + " | readable |",
            "|---|" + "---:|" * (2 * len(BANDS) + 1),
        ]
        for arm, group in {"before training": [{"after": begin["before"]}], **runs}.items():
            cells = [
                f"{100 * mean(by_problem(group, sampling, names, levels)):.1f}"
                for names in (["integer_sorting"], starter)
                for levels in BANDS.values()
            ]
            marks = "".join(mark for run in group for name in starter for mark in run["after"][sampling][name].values())
            lines.append(f"| {arm} | {' | '.join(cells)} | {100 * (1 - marks.count('u') / len(marks)):.1f} |")
    lines += ["", "## Adaptive against the controls, levels 4-8, points", "", "| | integer_sorting | STARTER |", "|---|---|---|"]
    for sampling in begin["before"]:
        for arm in runs:
            if arm != "adaptive":
                cells = [
                    gain(runs["adaptive"], runs[arm], sampling, names, high_levels) for names in (["integer_sorting"], starter)
                ]
                lines.append(f"| {sampling}, over {arm} | {' | '.join(cells)} |")
    lines += goals(runs)
    lines += [
        "",
        "## By the way",
        "",
        "Effective prompt ratio and accuracy in training over all steps; rollouts cut off, of 128 a step; share of the problems",
        "drawn whose right answer does not fit into the completion length; entropy over the first and the last 20 steps;",
        "minutes of a run, on a machine that did other things too.",
        "",
        "| | EPR | accuracy | cut off | does not fit | entropy | minutes |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for arm, group in runs.items():
        history = [record for run in group for record in run["history"]]
        ends = [
            mean([record["entropy"] for run in group for record in run["history"][part]])
            for part in (slice(20), slice(-20, None))
        ]
        cells = [
            *(f"{mean([record[key] for record in history]):.2f}" for key in ("effective_prompt_ratio", "accuracy")),
            f"{mean([record['truncated'] for record in history]):.1f}",
            f"{100 * mean(fits):.0f} %" if (fits := [run[FIT] for run in group if FIT in run]) else "",
            f"{ends[0]:.2f}, {ends[1]:.2f}",
            f"{mean([run['seconds'] for run in group]) / 60:.1f}",
        ]
        lines.append(f"| {arm} | {' | '.join(cells)} |")
    total = {band: len(starter) * sum(levels.values()) for band, levels in BANDS.items()}
    lines += [
        "",
        "Held-out problems (same statement) that occurred in training:",
        "",
        f"| | {' | '.join(BANDS)} |",
        "|---|---:|---:|",
    ]
    seen = {"warm-up": [begin["evaluation_problems_in_the_warm_up"]]}
    seen |= {arm: [run["evaluation_problems_trained_on"] for run in group] for arm, group in runs.items()}
    for arm, counts in seen.items():
        cells = [f"{mean([count[band] for count in counts]):.0f} of {total[band]}" for band in BANDS]
        lines.append(f"| {arm} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def goals(runs: dict[str, list[dict]]) -> list[str]:
    """The goals set beforehand, beside what was reached."""
    levels = BANDS["levels 4-8"]
    highest = {arm: {name: mean([run["levels"][name][1] for run in runs[arm]]) for name in collection("STARTER")} for arm in runs}
    climbs = {name: level - highest["frozen"][name] for name, level in highest["adaptive"].items()}
    reached = ", ".join(f"{name} {climb:+.1f}" for name, climb in climbs.items())
    enough = sum(climb >= 3 for climb in climbs.values()) >= 2
    rows = [("highest level at least 3 beyond the frozen control in two environments", reached, enough)]
    for goal, names in ((15, ["integer_sorting"]), (8, list(collection("STARTER")))):
        for sampling in runs["adaptive"][0]["after"]:
            ours, frozen = (100 * mean(by_problem(runs[arm], sampling, names, levels)) for arm in ("adaptive", "frozen"))
            what = f"levels 4-8 up by {goal} points over it on {names[0] if len(names) == 1 else 'STARTER'}, {sampling}"
            rows.append((what, f"{ours - frozen:+.1f}", ours - frozen >= goal))
    for sampling in runs["adaptive"][0]["after"]:
        for arm in (arm for arm in runs if arm.startswith("static")):
            gaps = []
            for names in (["integer_sorting"], list(collection("STARTER"))):
                ours, theirs = (100 * mean(by_problem(runs[which], sampling, names, levels)) for which in ("adaptive", arm))
                gaps.append(ours - theirs)
            words = f"{gaps[0]:+.1f} on integer_sorting, {gaps[1]:+.1f} on STARTER"
            rows.append((f"ahead of {arm}, levels 4-8, {sampling}", words, min(gaps) > 0))
    lines = ["", "## Goals set beforehand", "", "| goal | reached | |", "|---|---|---|"]
    return lines + [f"| {goal} | {words} | {'yes' if met else '**missed**'} |" for goal, words, met in rows]


def figure(runs: dict[str, list[dict]]):
    """Highest level over the steps, an environment a panel, a line for each seed."""
    from matplotlib.figure import Figure

    names = list(collection("STARTER"))
    drawn = Figure(figsize=(3.2 * len(names), 3.2), layout="constrained")
    for axes, name in zip(drawn.subplots(1, len(names), sharey=True), names, strict=True):
        for colour, arm in enumerate(arm for arm in runs if not arm.startswith("static")):
            for number, run in enumerate(runs[arm]):
                axes.plot(run["levels_by_step"][name], color=f"C{colour}", label=None if number else arm)
        axes.set_title(name.replace("_", " "), fontsize="small")
        axes.set_xlabel("step")
    drawn.axes[0].set_ylabel("highest level in use")
    drawn.axes[0].legend(fontsize="small")
    return drawn


if __name__ == "__main__":
    cli()
