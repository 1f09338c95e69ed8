"""The commands that measure, and the one that writes problems to be measured elsewhere (export)."""

from pathlib import Path
from typing import Any

import click

import rlve
from rlve.cli.options import SettingsCommand, SettingType, given_settings, refuse_beside_resume, settings_options
from rlve.cli.shared import FAULT, Failure, errors_in_words, importable, style_option, table, whole
from rlve.evaluation.settings import CalibrationSettings, EvaluationSettings, ProbeSettings
from rlve.settings import Levels


@click.command(cls=SettingsCommand, settings=EvaluationSettings)
@settings_options(EvaluationSettings)
@click.option("--resume", type=click.Path(path_type=Path), metavar="FOLDER", help="Go on with one that was interrupted.")
def evaluate(resume: Path | None, **options: Any) -> None:
    """Measure a model on problems that no training has seen: accuracy by environment and level, with 95 % intervals.

    \b
    Sets: heldout          the paper's 50 held-out environments, 50 problems each, levels 0-4 (the default)
          in-distribution  the environments of --environments, or those a run was trained on, levels 0-19
    Anything else: --environments, --levels and --problems.

    Of more than eight environments the best, the worst and quantiles are printed; summary.md has all. The folder gets
    completions.jsonl (a line a problem), summary.json, summary.md and figure.png. Exit code: 0 measured, 2 wrong
    usage, 3 some environment failed (its problems are left out). Needs the extra `train`, or `server` for --base-url.

    \b
    Examples:
      rlve evaluate --model runs/tiny-STARTER-20261130-120000 --set in-distribution --max-completion-length 48
      rlve evaluate --model Qwen/Qwen2.5-0.5B-Instruct --adapter runs/my-run --max-completion-length 1024
      rlve evaluate --model qwen --base-url http://localhost:8000/v1 -e C16 --levels 0-2 --problems 30
      rlve evaluate --resume evaluations/tiny-heldout-20261130-120000
    """
    from rlve.evaluation.command import evaluate_model
    from rlve.evaluation.report import accuracy_table, cut_off, faulty, server_lines

    given = given_settings(EvaluationSettings, options)
    if resume is not None:
        refuse_beside_resume(EvaluationSettings, given)
    elif "environments" in given:
        importable(given["environments"])
    with errors_in_words("evaluating"):
        evaluation = evaluate_model(resume=resume, say=click.echo, **given)
    columns, rows = accuracy_table(evaluation, short=True)
    table(columns, rows)
    for line in server_lines(evaluation):
        click.echo(f"note: {line}", err=True)
    if cut := cut_off(evaluation):
        click.echo(f"note: more than half of the completions were cut off in {cut}: raise --max-completion-length", err=True)
    if faults := faulty(evaluation):
        raise Failure(f"these environments failed, and their problems are left out: {faults}", FAULT)


@click.command(cls=SettingsCommand, settings=CalibrationSettings)
@settings_options(CalibrationSettings)
@click.option("--output", "-o", type=click.Path(dir_okay=False, path_type=Path), default=Path("levels.json"), show_default=True)
def calibrate(output: Path, **options: Any) -> None:
    """Find the levels at which a model gets half of its answers right, to begin a training there.

    An instruct model need not spend its first hours at level 0. Writes LEVELS.json, which `rlve train --start` reads.

    \b
    Examples:
      rlve calibrate -e C16 --model Qwen/Qwen2.5-0.5B-Instruct --max-completion-length 1024
      rlve train -e C16 --model Qwen/Qwen2.5-0.5B-Instruct --max-completion-length 1024 --start levels.json
    """
    from rlve.evaluation.calibration import calibrate as find_levels
    from rlve.evaluation.command import make_backend, quietly
    from rlve.runs.progress import counted

    if not output.resolve().parent.is_dir():
        raise Failure(f"there is no folder {output.parent} to write {output.name} to")
    with errors_in_words("calibrating"):
        settings = CalibrationSettings(**given_settings(CalibrationSettings, options))
        environments = rlve.resolve(",".join(settings.environments))
        backend = make_backend(settings)
        passed = {name: getattr(settings, name) for name in ("rounds", "num_generations", "batch_size", "seed")}
        with quietly(backend), counted(settings.rounds, "rounds", click.echo) as on_round:
            found = find_levels(backend, environments, on_round=on_round, **passed)
        found.write(output, settings=settings.as_dict())
    rows = [
        (name, level, " ".join(f"{at}:{right}/{total}" for at, right, total in found.groups[name]))
        for name, level in found.levels.items()
    ]
    table(("name", "level", "asked (level:right/completions)"), rows)
    click.echo(f"{output}: use it with rlve train --start {output}")


@click.command(cls=SettingsCommand, settings=ProbeSettings)
@settings_options(ProbeSettings)
def probe(**options: Any) -> None:
    """See what a model does with the easiest problems, and on which environments a training can begin.

    Prints for each environment and level, in per cent of the completions: right; right after a lenient reading, which takes
    an answer without its marks and never counts in training; infeasible; unparsable; cut off; and of the problems the share
    whose completions are partly right, and whose rewards differ. Exit code 3: some environment failed.

    \b
    Examples:
      rlve probe --model Qwen/Qwen2.5-0.5B-Instruct -e C16 --levels 0-1 --max-completion-length 256
      rlve probe --model runs/my-warm-up -e C16,HELD_OUT --shots 2 --max-completion-length 40 -o probe.jsonl
    """
    from rlve.evaluation.command import make_backend, quietly
    from rlve.evaluation.probe import COLUMNS, conclusions, faults, run_probe
    from rlve.runs.progress import counted

    given = given_settings(ProbeSettings, options)
    importable(given.get("environments", ProbeSettings.environments))
    with errors_in_words("probing"):
        settings = ProbeSettings(**given)
        if settings.output is not None and not Path(settings.output).resolve().parent.is_dir():
            raise Failure(f"there is no folder to write {settings.output} to")
        total = len(rlve.resolve(list(settings.environments)))
        backend = make_backend(settings)
        with quietly(backend), counted(total, "environments", click.echo) as on_environment:
            rungs = run_probe(backend, settings, on_environment)
    table(COLUMNS, [rung.row() for rung in rungs])
    for line in conclusions(rungs, settings.shots):
        click.echo(line)
    if found := faults(rungs):
        raise Failure(f"these environments failed: {'; '.join(found)}", FAULT)


@click.command()
@click.argument("before", type=click.Path(path_type=Path))
@click.argument("after", type=click.Path(path_type=Path))
@click.option("--json", "output", type=click.Path(dir_okay=False, path_type=Path), help="Write it all to this file too.")
def compare(before: Path, after: Path, output: Path | None) -> None:
    """Compare two evaluations problem by problem: difference, 95 % interval, what moved.

    BEFORE and AFTER are folders of `rlve evaluate`, finished, on the same problems; others are refused. Of more than eight
    environments those that changed most either way, quantiles, and those that moved are printed; --json has all.

    \b
    Example:
      rlve compare evaluations/tiny-before evaluations/tiny-after
    """
    from rlve.evaluation import compare as pair
    from rlve.evaluation import load_evaluation
    from rlve.evaluation.report import change_table, comparison_text
    from rlve.runs.files import write_json

    with errors_in_words("comparing"):
        result = pair(load_evaluation(before), load_evaluation(after))
        if output is not None:
            write_json(output, result.as_dict())
    columns, rows = change_table(result, short=True)
    table(columns, rows)
    click.echo(comparison_text(result))


@click.command()
@click.option("--environments", "-e", multiple=True, help="Name, collection, room or file; repeatable.  [default: every one]")
@click.option("--levels", type=SettingType(Levels()), default="0-4", show_default=True, help="Those that exist.")
@click.option("--count", type=whole, default=100, show_default=True, help="Rows of each environment and level, all different.")
@click.option("--set", "heldout", type=click.Choice(["heldout"]), help="The problems of this evaluation set instead.")
@click.option("--format", "form", type=click.Choice(["jsonl", "parquet"]), default="jsonl", show_default=True)
@click.option("--output", "-o", type=click.Path(dir_okay=False, path_type=Path), help="The file.  [default: problems.FORMAT]")
@click.option("--force", is_flag=True, help="Overwrite the file if it is there.")
@style_option
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Other rows for another seed.")
@click.option("--workers", type=whole, help="Processes; the rows do not depend on it.  [default: one a core]")
@click.pass_context
def export(context: click.Context, **given: Any) -> None:
    """Write problems as rows: prompt, answer, environment, version, level, seed.

    `rlve.verify_row(row, completion)` judges them. The seeds are those of training: an evaluation never draws them.
    --set heldout writes the problems of the evaluation instead, to be measured elsewhere.

    \b
    Examples:
      rlve export -e C16 --levels 0-4 --count 100
      rlve export -e integer_sorting -e ./my_env.py --levels 0-9 --count 1000 --format parquet -o train.parquet
      rlve export --set heldout -o heldout.jsonl
    """
    from rlve.sharing.export import run_export

    source = click.core.ParameterSource.COMMANDLINE
    if given["heldout"]:
        mixed = [name for name in ("environments", "levels", "count", "seed") if context.get_parameter_source(name) is source]
        if mixed:
            raise Failure(f"--set has problems of its own: leave out {', '.join('--' + name for name in mixed)}")
    with errors_in_words("parquet"):
        run_export(say=click.echo, **given)
