"""The commands that train, and that tell of a training: train, warm-up, report, sweep, demo."""

from pathlib import Path
from typing import Any

import click

from rlve.cli.options import SettingsCommand, given_settings, refuse_beside_resume, settings_options
from rlve.cli.shared import FAULT, GUARD, Failure, errors_in_words, importable, table, whole
from rlve.training.settings import TrainingSettings, WarmUpSettings


@click.command(cls=SettingsCommand, settings=TrainingSettings)
@click.option("--preset", metavar="NAME", help="Settings by name, over which other options win: `rlve presets` lists them.")
@settings_options(TrainingSettings)
@click.option("--resume", type=click.Path(path_type=Path), metavar="FOLDER", help="Go on with a run, by its own settings.")
@click.pass_context
def train(context: click.Context, preset: str | None, resume: Path | None, **options: Any) -> None:
    """Train a model by GRPO on problems that grow with it.

    On a GPU, what you do not give is chosen for the model and the memory (docs/gpus.md).

    Says first what it will do and about how long. Ctrl-C saves and stops; --resume goes on from the newest checkpoint,
    and takes only the options that docs/settings.md marks beside it. Exit code 4 says that a guard stopped the run.
    Needs the extra `train` (see the README).

    \b
    Examples:
      rlve train
      rlve train -e integer_sorting -e ./my_env.py --time-limit 50m
      rlve train --model Qwen/Qwen2.5-0.5B-Instruct --lora-r 16 --max-completion-length 512
      rlve train --preset qwen2.5-1.5b-instruct -e C16
      rlve train --resume runs/tiny-STARTER-20261130-120000 --max-steps 400
    """
    from rlve.training.command import run_training

    given = given_settings(TrainingSettings, options)
    if resume is not None:
        refuse_beside_resume(TrainingSettings, given, {"preset": preset, "output_dir": "output_dir" in given})
    elif "environments" in given:
        importable(given["environments"])
    with errors_in_words("training"):
        if preset is not None:
            given = _with_preset(preset, given)
        stopped = run_training(given, resume, click.echo)
    if stopped.startswith("guard"):
        context.exit(GUARD)


@click.command("warm-up", cls=SettingsCommand, settings=WarmUpSettings)
@settings_options(WarmUpSettings)
def warm_up(**options: Any) -> None:
    """Teach a model the form of the answers on easy problems, supervised, so that `rlve train` finds something to learn.

    For models that do not answer in form yet; not for models that reason, because it teaches bare answers: docs/warm_up.md.
    Minutes long. Probes the model before and after, and ends in a folder that --model of the other commands takes.

    \b
    Examples:
      rlve warm-up --model Qwen/Qwen2.5-0.5B-Instruct -e C16 --levels 0-2 --examples 600 --lora-r 16 --output-dir warm
      rlve probe --model warm -e C16 --max-completion-length 48
      rlve train --model warm -e C16 --lora-r 16
    """
    from rlve.evaluation.probe import COLUMNS, conclusions, faults
    from rlve.models.machine import keep_memory, quiet
    from rlve.training.warm_up import warm_up as teach

    given = given_settings(WarmUpSettings, options)
    importable(given.get("environments", WarmUpSettings.environments))
    with errors_in_words("a warm-up"):
        keep_memory()
        with quiet():
            done = teach(say=click.echo, **given)
    pairs = [(old.row(), new.row()) for old, new in zip(done.before, done.after, strict=True)]
    rows = [(*old[:2], *(f"{a} > {b}" for a, b in zip(old[2:], new[2:], strict=True))) for old, new in pairs]
    if rows:
        table(COLUMNS, rows)
        for line in conclusions(done.after):
            click.echo(line)
    click.echo(f"go on with: rlve train --model {done.folder}")
    if found := faults(done.after):
        raise Failure(f"these environments failed: {'; '.join(found)}", FAULT)


def _with_preset(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """What a preset says under what the command line says; tells both."""
    from rlve.training.presets import difference_lines, preset_named, settings_line, under

    preset = preset_named(name)
    found = under(preset, given)
    lines = [f"preset {preset.name}, {preset.about}, not tried on a GPU: {settings_line(preset)}", *difference_lines(preset)]
    yours = [f"{key} {value}" for key, value in found.items() if key in preset.settings and preset.settings[key] != value]
    yours += [f"no {key}" for key in preset.settings if key not in found]
    if found["model"] != preset.model:
        yours.insert(0, f"model {found['model']}")
    lines += [f"yours instead: {', '.join(yours)}"] if yours else []
    click.echo("\n".join([*lines, ""]))
    return found


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
    with errors_in_words():
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

    with errors_in_words("a report"):
        click.echo(write(run, output))


@click.command()
@click.argument("study", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--output-dir", type=click.Path(path_type=Path), help="Where runs and results are kept.  [default: runs/STUDY]")
@click.option("--jobs", type=whole, default=1, show_default=True, help="Trainings at a time, each with one thread if several.")
@click.option("--dry-run", is_flag=True, help="Only print the commands that are left to be run.")
def sweep(study: Path, output_dir: Path | None, jobs: int, dry_run: bool) -> None:
    """Train and evaluate every arm of a study with every collection and seed.

    STUDY is a TOML file: see benchmarks/schedulers/tiny.toml. Started again, it goes on where it stopped. Writes
    results.json: levels, effective prompt ratio and accuracies of each training.

    \b
    Example:
      rlve sweep benchmarks/schedulers/tiny.toml --jobs 2
    """
    import shlex

    from rlve.studies.sweep import read_study, run_study

    with errors_in_words("a study"):
        place = output_dir or Path("runs", study.stem)
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
@click.option("--max-steps", type=whole, default=280, show_default=True, help="Policy updates.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of problems and training.")
@click.option("--output-dir", type=click.Path(path_type=Path), help="Where the run is kept.  [default: runs/demo-DATE-TIME]")
def demo(max_steps: int, seed: int, output_dir: Path | None) -> None:
    """A problem of each kind, an answer judged, and the tiny model trained on the CPU in some minutes.

    Prints held-out accuracy before and after, and draws a figure. Needs the extra `train` (see the README).

    \b
    Examples:
      rlve demo
      rlve demo --max-steps 20 --seed 1
    """
    from rlve.studies.demo import run_demo

    with errors_in_words("training"):
        run_demo(max_steps=max_steps, seed=seed, output_dir=output_dir, out=click.echo)
