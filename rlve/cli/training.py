"""The commands that train, and that tell of a training: train, report, sweep, demo."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from rlve.cli.shared import (
    GUARD,
    Failure,
    asked,
    chat_options,
    heavy,
    importable,
    levels_option,
    refuse_beside_resume,
    share,
    style_option,
    table,
    time_option,
    vllm_options,
    whole,
)
from rlve.models.hardware import DTYPES
from rlve.schedulers import CHOICES, DEFAULT, SCHEDULERS


@click.command()
@click.option("--preset", metavar="NAME", help="Settings by name, over which other options win: `rlve presets` lists them.")
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
@click.option("--all-weights", is_flag=True, help="Train all weights where the GPU's row says adapters.")
@click.option("--dtype", type=click.Choice(DTYPES), help="What is computed in.  [default: by GPU; on a CPU as the model is]")
@click.option("--checkpointing/--no-checkpointing", "gradient_checkpointing", default=None, help="Less memory, more time.")
@click.option("--4bit", "load_in_4bit", is_flag=True, help="Weights beside the adapters in 4 bits; needs bitsandbytes.")
@click.option("--memory-check/--no-memory-check", default=True, help="Refuse what by calculation cannot fit on the GPU.")
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
@click.option("--review", type=click.FloatRange(0, 1), help="The proportional rule: share of easier problems.  [default: 0.2]")
@click.option("--binary-reward", is_flag=True, help="1 for a right answer and 0 for any other, instead of partial rewards.")
@style_option
@chat_options
@vllm_options
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
@click.option(
    "--guards",
    type=click.Choice(["stop", "warn", "off"]),
    help="What to do when a run goes wrong: docs/troubleshooting.md.  [default: stop]",
)
@click.option("--report-to", metavar="NAMES", help="Some of tensorboard,wandb,trackio.  [default: none]")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FOLDER", help="Go on with a run, by its own settings.")
@click.pass_context
def train(context: click.Context, **given: Any) -> None:
    """Train a model by GRPO on problems that grow with it.

    On a GPU, what you do not give is chosen for the model and the memory (docs/gpus.md).

    Says first what it will do and about how long. Ctrl-C saves and stops; --resume goes on from the newest checkpoint,
    and takes only --steps, --time-limit, --guards and --report-to beside it. Exit code 4 says that a guard stopped the run.
    Needs the extra `train`: pip install "rlve[train]".

    \b
    Examples:
      rlve train
      rlve train -e integer_sorting -e ./my_env.py --time-limit 50m
      rlve train --model Qwen/Qwen2.5-0.5B-Instruct --lora-rank 16 --completion-length 512 --rollouts-at-once 8
      rlve train --preset qwen2.5-1.5b-instruct -e C16
      rlve train --resume runs/tiny-STARTER-20261130-120000 --steps 400
    """
    from rlve.training.command import run_training

    if given["resume"] is not None:
        refuse_beside_resume(context, given, ("resume", "steps", "time_limit", "guards", "report_to"))
    asked_for, theirs = _preset(context, given)
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
        "chat",
        "system_prompt",
        "seed",
        "save_every",
        "vllm",
    )
    passed = ("model", "dataset", "dataset_share", "folder", "resume", "steps", "time_limit", "guards", "report_to")
    template = {name: given[name] for name in ("chat_template_kwargs",) if given[name]}  # TRL's own option
    engine = {name: given[name] for name in given if name.startswith("vllm_") and given[name] is not None}  # TRL's own too
    if engine and not given["vllm"]:
        raise Failure(f"--{next(iter(engine)).replace('_', '-')} belongs to --vllm")
    if given["all_weights"] and given["lora_rank"]:
        raise Failure("--all-weights and --lora-rank exclude each other")
    memory = {name: given[name] for name in ("dtype", "gradient_checkpointing") if given[name] is not None}
    memory |= {"load_in_4bit": True} if given["load_in_4bit"] else {}
    memory |= {} if given["memory_check"] else {"memory_check": False}
    settings = {names.get(name, name): given[name] for name in kept} | {"shaped": not given["binary_reward"]}
    with heavy("training"):
        stopped = run_training(
            environments=list(given["environments"]),
            scheduler=word,
            options=options,
            settings=theirs | settings | template | engine | memory,
            asked_for=[names.get(name, name) for name in asked_for],
            say=click.echo,
            **{name: given[name] for name in passed},
        )
    if stopped.startswith("guard"):
        context.exit(GUARD)


def _preset(context: click.Context, given: dict[str, Any]) -> tuple[set[str], dict[str, Any]]:
    """Fill `given` with what a preset says and the command line does not; the names asked for by either, and TRL's options."""
    source = click.core.ParameterSource.COMMANDLINE
    asked_for = {name for name in given if context.get_parameter_source(name) is source}
    if given["all_weights"] and not given["lora_rank"]:
        asked_for.add("lora_rank")
    if given["preset"] is None:
        return asked_for, {}
    from rlve.training.presets import SCALE, difference_lines, preset_named, settings_line

    with asked():
        preset = preset_named(given["preset"])
    own_rule = asked_for & {"scheduler", "static", "tau_acc", "tau_num", "d_delta", "review"}
    for name, value in {"model": preset.model, "environments": preset.environments, **preset.options}.items():
        if name not in asked_for and not (name == "scheduler" and own_rule):
            given[name] = value
            asked_for.add(name)
    rate = preset.options.get("learning_rate")
    if given["lora_rank"] is None and rate is not None and given["learning_rate"] == rate:
        given["learning_rate"] = float(f"{rate / SCALE:g}")
        click.echo(f"all weights instead of adapters: the learning rate is the paper's {given['learning_rate']:g}")
    lines = [f"preset {preset.name}, {preset.about}, not tried on a GPU: {settings_line(preset)}", *difference_lines(preset)]
    changed = [name for name, value in preset.options.items() if given[name] != value and (name != "scheduler" or not own_rule)]
    yours = [f"no {name}" if given[name] is None else f"{name} {given[name]}" for name in changed]
    if given["model"] != preset.model:
        yours.insert(0, f"model {given['model']}")
    lines += [f"yours instead: {', '.join(yours)}"] if yours else []
    click.echo("\n".join([*lines, ""]))
    return asked_for, dict(preset.trl)


@click.command()
@click.argument("name", required=False)
def presets(name: str | None) -> None:
    """Settings by name: the paper's for its five models, scaled to one GPU, and some for instruct models.

    Without NAME all of them; with it what is set, and what differs from the paper. Options of `rlve train` win over them.

    \b
    Examples:
      rlve presets
      rlve presets prorl-1.5b-v2
      rlve train --preset prorl-1.5b-v2 -e C4 --completion-length 4096
    """
    from rlve.training.presets import PRESETS, difference_lines, preset_named, settings_line

    if name is None:
        table(("name", "model", "about"), [(preset.name, preset.model, preset.about) for preset in PRESETS.values()])
        return
    with asked():
        preset = preset_named(name)
    click.echo(f"{preset.name}: {preset.model}, {preset.about}\n{settings_line(preset)}\nThe rest by the GPU: docs/gpus.md")
    click.echo("\n".join(["", *difference_lines(preset)]) if preset.differences else "It is none of the paper's.")


@click.command()
@click.argument("run")
@click.option("--output", "-o", type=click.Path(dir_okay=False, path_type=Path), help="The page.  [default: RUN/report.html]")
def report(run: str, output: Path | None) -> None:
    """Write a training run as one HTML page that can be sent around: figures, settings, what guards saw, completions.

    RUN is the folder of a run, whether it runs, ended or died, or the name of a recorded one (starter_proportional).

    \b
    Examples:
      rlve report runs/tiny-STARTER-20261130-120000
      rlve report starter_proportional -o page.html
    """
    from rlve.figures.report import report as write

    with heavy("a report"):
        click.echo(write(run, output))


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
        from rlve.evaluation.calibration import read_levels

        with asked():
            options["start"] = read_levels(given["start"])
    return word, options


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

    from rlve.studies.sweep import read_study, run_study

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
    from rlve.studies.demo import run_demo

    with heavy("training"):
        run_demo(steps=steps, seed=seed, folder=folder, out=click.echo)
