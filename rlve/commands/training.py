"""The commands that train: train, calibrate, sweep, demo."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

import rlve
from rlve.commands.shared import (
    Failure,
    asked,
    heavy,
    importable,
    levels_option,
    model_options,
    refuse_beside_resume,
    share,
    style_option,
    table,
    time_option,
    whole,
)
from rlve.schedulers import CHOICES, DEFAULT, SCHEDULERS


@click.command()
@click.option("--model", default="tiny", show_default=True, help="tiny, a folder, or an id on the Hugging Face hub.")
@click.option(
    "--environments",
    "-e",
    multiple=True,
    default=["STARTER"],
    show_default=True,
    help="Name, collection, room or file; repeatable.",
)
@click.option("--steps", type=whole, help="Policy updates.  [default: 280]")
@click.option("--prompts", type=whole, default=16, show_default=True, help="Prompts a step.")
@click.option("--rollouts", type=click.IntRange(min=2), default=8, show_default=True, help="Completions of each prompt.")
@click.option("--completion-length", type=whole, default=48, show_default=True, help="Tokens of a completion at most.")
@click.option("--rollouts-at-once", type=whole, help="Completions in one backward pass, to fit the memory.  [default: all]")
@click.option("--learning-rate", type=click.FloatRange(min=0), help="Falls linearly to 0.  [default: by model]")
@click.option("--lora-rank", type=whole, help="Train LoRA adapters of this rank instead of all weights.")
@click.option(
    "--scheduler",
    type=click.Choice(list(SCHEDULERS)),
    help=f"The rule that sets the levels.  [default: {DEFAULT}, see docs/schedulers.md]",
)
@click.option("--choice", type=click.Choice(list(CHOICES)), help="How environments are chosen.  [default: by scheduler]")
@click.option("--start", type=click.Path(exists=True, dir_okay=False), help="First levels, a file of `rlve calibrate`.")
@click.option("--static", callback=levels_option, metavar="LOW-HIGH", help="Short for --scheduler static with these levels.")
@click.option("--tau-acc", type=float, help="The paper's rule: accuracy that raises a level.  [default: 0.9]")
@click.option("--tau-num", type=whole, help="The paper's rule: rollouts per check.  [default: 128]")
@click.option("--d-delta", type=whole, help="The paper's rule: levels in use at once.  [default: 4]")
@click.option("--review", type=click.FloatRange(0, 1), help="The proportional rule: share of easier problems.  [default: 0]")
@click.option("--binary-reward", is_flag=True, help="1 for a right answer and 0 for any other, instead of partial rewards.")
@style_option
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True)
@click.option(
    "--dataset",
    type=click.Path(exists=True, dir_okay=False),
    help="JSONL of your own to mix in: prompt (asking for the same marks), answer.",
)
@click.option("--dataset-share", type=share, default=0.2, show_default=True, help="Its share of the prompts.")
@click.option("--folder", type=click.Path(path_type=Path), help="Where the run is kept.  [default: runs/MODEL-...-DATE-TIME]")
@click.option("--save-every", type=whole, default=50, show_default=True, help="Steps between checkpoints.")
@click.option("--time-limit", callback=time_option, metavar="TIME", help="Save and stop after this time: 90s, 50m, 1h30m.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FOLDER", help="Go on with a run, by its own settings.")
@click.pass_context
def train(context: click.Context, **given: Any) -> None:
    """Train a model by GRPO on problems that grow with it.

    Says first what it will do and about how long. Ctrl-C saves and stops; --resume goes on from the newest checkpoint,
    and takes only --steps and --time-limit beside it. Needs the extra `train`: pip install "rlve[train]".

    \b
    Examples:
      rlve train
      rlve train -e integer_sorting -e ./my_env.py --time-limit 50m
      rlve train --model Qwen/Qwen2.5-0.5B-Instruct --lora-rank 16 --completion-length 512 --rollouts-at-once 8
      rlve train --resume runs/tiny-STARTER-20261130-120000 --steps 400
    """
    from rlve.train_command import run_training

    if given["resume"] is not None:
        refuse_beside_resume(context, given, ("resume", "steps", "time_limit"))
    word, options = _scheduler(given)
    if given["resume"] is None:
        importable(given["environments"])
    names = {"prompts": "prompts_per_step", "rollouts": "rollouts_per_prompt"}
    kept = (
        "prompts",
        "rollouts",
        "completion_length",
        "rollouts_at_once",
        "learning_rate",
        "lora_rank",
        "style",
        "seed",
        "save_every",
    )
    passed = ("model", "dataset", "dataset_share", "folder", "resume", "steps", "time_limit")
    with heavy("training"):
        run_training(
            environments=list(given["environments"]),
            scheduler=word,
            options=options,
            settings={names.get(name, name): given[name] for name in kept} | {"shaped": not given["binary_reward"]},
            say=click.echo,
            **{name: given[name] for name in passed},
        )


def _scheduler(given: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The scheduler's name and options that the options of the command ask for."""
    paper = {name: given[name] for name in ("tau_acc", "tau_num", "d_delta") if given[name] is not None}
    word = given["scheduler"] or ("static" if given["static"] else "paper" if paper else DEFAULT)
    if paper and word != "paper":
        raise Failure(f"--tau-acc, --tau-num and --d-delta belong to the paper's rule (--scheduler paper), not to {word}")
    if given["static"] and word != "static":
        raise Failure(f"--static fixes the levels: it does not go with --scheduler {word}")
    if given["review"] is not None and word != "proportional":
        raise Failure(f"--review belongs to the rule proportional, not to {word}")
    options: dict[str, Any] = dict(paper)
    if given["review"] is not None:
        options["review"] = given["review"]
    if given["static"]:
        options |= {"low": given["static"][0], "high": given["static"][1]}
    if given["choice"]:
        options["choice"] = given["choice"]
    if given["start"]:
        from rlve.calibration import read_levels

        with asked():
            options["start"] = read_levels(given["start"])
    return word, options


@click.command()
@model_options
@click.option(
    "--environments", "-e", multiple=True, default=["STARTER"], show_default=True, help="Name, collection, room or file."
)
@click.option("--rounds", type=whole, default=8, show_default=True, help="Problems of each environment at most.")
@click.option("--rollouts", type=whole, default=4, show_default=True, help="Completions of each problem.")
@click.option("--completion-length", type=whole, default=512, show_default=True, help="Tokens of a completion at most.")
@click.option("--batch-size", type=whole, default=64, show_default=True, help="Prompts at once.")
@style_option
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True)
@click.option("--output", "-o", type=click.Path(dir_okay=False, path_type=Path), default=Path("levels.json"), show_default=True)
def calibrate(output: Path, environments: tuple[str, ...], rounds: int, rollouts: int, **given: Any) -> None:
    """Find the levels at which a model gets half of its answers right, to begin a training there.

    An instruct model need not spend its first hours at level 0. Writes LEVELS.json, which `rlve train --start` reads.

    \b
    Examples:
      rlve calibrate -e C16 --model Qwen/Qwen2.5-0.5B-Instruct --completion-length 1024
      rlve train -e C16 --model Qwen/Qwen2.5-0.5B-Instruct --completion-length 1024 --start levels.json
    """
    from rlve.calibration import calibrate as run
    from rlve.evaluate_command import backend_of, quietly
    from rlve.progress import counted

    with heavy("calibrating"):
        backend = backend_of({**given, "temperature": 1.0, "top_p": 1.0})
        options = {name: given[name] for name in ("style", "batch_size", "seed")}
        with quietly(backend), counted(rounds, "rounds", click.echo) as on_round:
            found = run(
                backend, rlve.resolve(",".join(environments)), rounds=rounds, rollouts=rollouts, on_round=on_round, **options
            )
        found.write(output, model=given["model"], rollouts=rollouts)
    rows = [
        (name, level, " ".join(f"{at}:{right}/{total}" for at, right, total in found.groups[name]))
        for name, level in found.levels.items()
    ]
    table(("name", "level", "asked (level:right/rollouts)"), rows, piped_heading=True)
    click.echo(f"{output}: use it with rlve train --start {output}")


@click.command()
@click.argument("study", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--folder", type=click.Path(path_type=Path), help="Where runs and results are kept.  [default: runs/STUDY]")
@click.option("--jobs", type=whole, default=1, show_default=True, help="Trainings at a time, each with one thread if several.")
@click.option("--dry-run", is_flag=True, help="Only print the commands that are left to be run.")
def sweep(study: Path, folder: Path | None, jobs: int, dry_run: bool) -> None:
    """Train and evaluate every arm of a study with every collection and seed.

    STUDY is a TOML file: see benchmarks/schedulers/tiny.toml. Started again, it goes on where it stopped. Writes
    results.json: levels, effective prompt ratio and accuracies of each training.

    \b
    Example:
      rlve sweep benchmarks/schedulers/tiny.toml --jobs 2
    """
    import shlex

    from rlve.sweep import read_study, run_study

    with heavy("a study"):
        place = folder or Path("runs", study.stem)
        cells = read_study(study, place)
        if dry_run:
            for cell in cells:
                for command in cell.commands():
                    click.echo(f"rlve {shlex.join(command)}")
            return
        try:
            run_study(cells, place, jobs=jobs, say=click.echo)
        except RuntimeError as error:
            raise Failure(str(error), 1) from error
    click.echo(f"{place / 'results.json'}")


@click.command()
@click.option("--steps", type=whole, default=280, show_default=True, help="Policy updates.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of problems and training.")
@click.option("--folder", type=click.Path(path_type=Path), help="Where the run is kept.  [default: runs/demo-DATE-TIME]")
def demo(steps: int, seed: int, folder: Path | None) -> None:
    """A problem of each kind, an answer judged, and the tiny model trained on the CPU in some minutes.

    Prints held-out accuracy before and after, and draws a figure. Needs the extra `train`: pip install "rlve[train]".

    \b
    Examples:
      rlve demo
      rlve demo --steps 20 --seed 1
    """
    from rlve.demo import run_demo

    with heavy("training"):
        run_demo(steps=steps, seed=seed, folder=folder, out=click.echo)
