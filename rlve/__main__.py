"""The command line: `rlve`, or `python -m rlve`."""

import sys
import traceback
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import rlve
from rlve import registry
from rlve.schedulers import CHOICES, DEFAULT, SCHEDULERS

if TYPE_CHECKING:
    from rlve.check import Report

KINDS = ("answer", "optimization", "constraint")
FAULT = 3  # exit code: the environment itself failed
_short_help = {"help_option_names": ["-h", "--help"]}


class Failure(click.ClickException):
    """A message on stderr and an exit code: 2 for what the caller asked, 3 for a fault of the environment."""

    def __init__(self, message: str, exit_code: int = 2) -> None:
        super().__init__(message)
        self.exit_code = exit_code


def _where(error: BaseException) -> str:
    """The error in words, with the last line of code it passed through."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}" + ("" if isinstance(error, SyntaxError) else place)


@contextmanager
def _asked() -> Iterator[None]:
    """What goes wrong inside is put in words and ends the command with exit code 2; warnings become remarks on stderr."""
    with warnings.catch_warnings(record=True) as remarks:
        warnings.simplefilter("always", UserWarning)
        try:
            yield
        except click.ClickException:
            raise
        except (ValueError, TypeError) as error:
            if not _from_us(error):
                raise Failure(_where(error)) from error
            raise Failure(str(error)) from error
        except Exception as error:  # an environment's file that cannot be imported
            raise Failure(_where(error)) from error
    for remark in remarks:
        click.echo(f"note: {remark.message}", err=True)


def _from_us(error: BaseException) -> bool:
    frames = traceback.extract_tb(error.__traceback__)
    places = (registry.HERE, registry.HERE / "schedulers")
    return bool(frames) and not isinstance(error, SyntaxError) and Path(frames[-1].filename).parent in places


def _find(name: str) -> type[rlve.Environment]:
    with _asked():
        return rlve.make(name)
    raise AssertionError


def _draw(name: str, level: int, seed: int) -> rlve.Environment:
    environment = _find(name)
    if level > environment.max_level:
        raise Failure(f"{environment.name} has levels 0 to {environment.max_level}, got {level}")
    try:
        return environment.sample(level, seed)
    except Exception as error:
        raise Failure(f"{environment.name} failed to draw level {level}, seed {seed}: {_where(error)}", FAULT) from error


def _table(columns: Sequence[str], rows: Sequence[Sequence[object]], *, piped_heading: bool = False) -> None:
    """A table for people; for a file or a pipe tab-separated lines, with or without a heading."""
    if not sys.stdout.isatty():
        for row in [columns, *rows] if piped_heading else rows:
            click.echo("\t".join(map(str, row)))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD)
    for column in columns:
        table.add_column(
            column, overflow="fold", no_wrap=column in ("name", "levels"), justify="left" if column in _LEFT else "right"
        )
    for row in rows:
        table.add_row(*[Text(str(cell)) for cell in row])
    Console().print(table)


_WORDS = ("name", "room", "kind", "levels", "title")
_LEFT = (*_WORDS, "environment", "problems of", "moved")


def _complete_name(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in registry.names() if name.startswith(incomplete)]


_name = click.argument("name", shell_complete=_complete_name)
_level = click.option("--level", type=click.IntRange(min=0), default=0, show_default=True, help="How hard the problem is.")
_seed = click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Which problem of that level.")


@click.group(context_settings=_short_help)
@click.version_option(rlve.__version__, prog_name="rlve")
def cli() -> None:
    """Adaptive verifiable environments: problems that a program draws, states and judges.

    NAME stands for an environment: its name (integer_sorting), the paper's name (Sorting), a file of your own
    (./my_env.py, or ./my_env.py:MyEnvironment if it has several), or the name an installed package gives it.

    \b
    Examples:
      rlve list --collection C4
      rlve show integer_sorting --level 3 --seed 42 --answer
      rlve verify integer_sorting --level 3 --seed 42 "2 8 9 13 19 23"
      rlve check ./my_env.py
    """


@cli.command("list")
@click.option("--room", help="Only the environments of this room.")
@click.option("--collection", help="Only those of this collection: C1, C4, C16, STARTER, HELD_OUT ...")
def list_(room: str | None, collection: str | None) -> None:
    """List the environments, with room, kind, levels and title.

    In a pipe: one environment a line, tab-separated.

    \b
    Examples:
      rlve list
      rlve list --room sequences
      rlve list --collection C16
      rlve list | cut -f 1
    """
    with _asked():
        found = rlve.names(room)
        if collection is not None:
            found = [name for name in rlve.collection(collection) if name in found]
    entries = [(name, registry.index()[name]) for name in found]
    if collection is None:
        entries.sort(key=lambda item: (item[1]["room"], item[0]))
    rows = [(name, entry["room"], entry["kind"], f"0-{entry['max_level']}", entry["title"]) for name, entry in entries]
    _table(_WORDS, rows)


@cli.command()
@_name
@_level
@_seed
@click.option(
    "--style", type=click.Choice(["answer", "boxed"]), default="answer", show_default=True, help="How the answer is marked."
)
@click.option("--answer", is_flag=True, help="Add the reference answer.")
@click.option("--levels", is_flag=True, help="Print the level table instead: the parameters of the levels 0 to 10.")
def show(name: str, level: int, seed: int, style: str, answer: bool, levels: bool) -> None:
    """Print the prompt of one problem.

    \b
    Examples:
      rlve show integer_sorting --level 3 --seed 7
      rlve show Sorting --level 3 --seed 7 --style boxed --answer
      rlve show integer_sorting --levels
      rlve show ./my_env.py:MyEnvironment
    """
    if levels:
        environment = _find(name)
        try:
            sizes = [environment.parameters(step) for step in range(min(10, environment.max_level) + 1)]
        except Exception as error:
            raise Failure(f"parameters of {environment.name} failed: {_where(error)}", FAULT) from error
        columns = list(dict.fromkeys(parameter for size in sizes for parameter in size))
        rows = [(step, *(size.get(parameter, "") for parameter in columns)) for step, size in enumerate(sizes)]
        _table(["level", *columns], rows, piped_heading=True)
        return
    problem = _draw(name, level, seed)
    try:
        click.echo(problem.prompt(style))
        if answer:
            click.echo(f"\nReference answer:\n{problem.reference_text}")
    except Exception as error:
        raise Failure(f"{problem.name} failed at level {level}, seed {seed}: {_where(error)}", FAULT) from error


# An answer may begin with a minus: what is no option of ours is taken as the answer.
@cli.command(context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]})
@_name
@click.argument("answer", type=click.UNPROCESSED)
@_level
@_seed
def verify(name: str, answer: str, level: int, seed: int) -> None:
    """Judge an answer, and print the verdict.

    ANSWER is the bare answer, or a whole completion with <answer>...</answer> or \\boxed{...} in it; - reads it from
    standard input. Exit code: 0 correct, 1 not correct, 2 wrong usage, 3 the environment itself failed.

    \b
    Examples:
      rlve verify integer_sorting --level 3 --seed 42 "2 8 9 13 19 23"
      rlve verify integer_sorting --level 3 --seed 42 "So it is <answer>2 8 9 13 19 23</answer>"
      cat completion.txt | rlve verify Sorting --level 3 --seed 42 -
    """
    from rlve.extraction import wrap

    problem = _draw(name, level, seed)
    if answer == "-":
        answer = sys.stdin.buffer.read().decode("utf-8", "replace")
    marked = "<answer>" in answer.lower() or "\\boxed" in answer
    verdict = problem.verify(answer if marked else wrap(answer))
    click.secho(str(verdict), fg="green" if verdict.correct else "red")
    raise SystemExit({True: 0, False: 1, None: FAULT}[verdict.correct])


@cli.command()
@click.argument("names", nargs=-1, metavar="[NAME]...", shell_complete=_complete_name)
@click.option("--room", help="Every environment of this room.")
@click.option("--all", "everything", is_flag=True, help="Every environment there is.")
@click.option("--fast", is_flag=True, help="Levels 0, 3 and 8 and smaller samples: about a second each.")
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the reports to this file, as Markdown, and their data beside it, as JSON.",
)
def check(names: tuple[str, ...], room: str | None, everything: bool, fast: bool, report: Path | None) -> None:
    """Put environments through the quality gate; each finding says what to mend.

    NAME may be a room or a collection too. Exit code: 0 all passed, 1 something is to be mended or could not be tested,
    2 wrong usage.

    \b
    Examples:
      rlve check integer_sorting
      rlve check ./my_env.py:MyEnvironment
      rlve check --room sequences --fast
      rlve check --all --report gate.md
    """
    if not (names or room is not None or everything):
        raise click.UsageError("nothing to check: give names, --room ROOM, --all, or ./file.py")
    with _asked():
        wanted = [part.strip() for name in names for part in name.split(",") if part.strip()]
        wanted += rlve.names(room) if room is not None else []
        wanted += rlve.names() if everything else []
        environments = rlve.resolve(wanted)

    from rlve.check import as_data, check_many, markdown
    from rlve.runs import write_json

    def show_report(result: "Report") -> None:
        click.secho(str(result), fg="green" if result.passed else "red" if result.findings else "yellow")

    results = check_many(environments, fast=fast, progress=show_report)
    if report is not None:
        try:
            report.write_text(markdown(results), encoding="utf-8")
            write_json(report.with_suffix(".json"), as_data(results))
        except OSError as error:
            raise Failure(f"the report cannot be written: {error}") from error
    passed = sum(result.passed for result in results)
    if len(results) > 1:
        click.echo(f"{passed} of {len(results)} environments passed")
    raise SystemExit(passed < len(results))


def _checkout() -> Path:
    from rlve._address import REPOSITORY
    from rlve.scaffold import checkout

    root = checkout()
    if root is None:
        raise Failure(
            f"this works in a checkout only (git clone {REPOSITORY}), and rlve was installed from elsewhere. "
            "An environment of your own needs none: write it in a file and run `rlve check ./my_env.py`."
        )
    return root


def _write_index(root: Path) -> None:
    with _asked():
        count = registry.write_index()
    click.echo(f"{registry.INDEX.relative_to(root)}: {count} environments")


@cli.command()
@click.argument("name")
@click.option("--room", required=True, help="The folder of envs/ it belongs to; made if it is new.")
@click.option("--kind", type=click.Choice(KINDS), required=True, help="How answers are judged.")
def new(name: str, room: str, kind: str) -> None:
    """Start an environment: a small one of that kind that runs, to be edited.

    Writes envs/ROOM/NAME.py and its judge in tests/oracles/ROOM.py, and enters it in the index. Nothing is overwritten.
    Kinds: "answer" is right when it equals the reference; "optimization" when its objective equals the optimum;
    "constraint" when every condition is kept.

    \b
    Examples:
      rlve new list_rotation --room sequences --kind answer
      rlve new shortest_tour --room graphs --kind optimization
      rlve new domino_tiling --room puzzles --kind constraint
    """
    from rlve.scaffold import write_environment

    root = _checkout()
    with _asked():
        written = write_environment(root, name, room, kind)
    for path in written:
        click.echo(f"wrote {path.relative_to(root)}")
    _write_index(root)
    click.echo(
        f"\nNext: edit {written[0].relative_to(root)} and its judge in {written[1].relative_to(root)}, then\n"
        f"  rlve show {name} --level 3 --answer\n  rlve check {name}\n  rlve index && python scripts/update_golden.py"
    )


@cli.command()
def index() -> None:
    """Write rlve/index.json anew, after an environment of envs/ was added, renamed or removed.

    \b
    Example:
      rlve index
    """
    _write_index(_checkout())


def _time(context: click.Context, parameter: click.Parameter, value: str | None) -> float | None:
    from rlve.train_command import seconds_of

    try:
        return None if value is None else seconds_of(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def _levels(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[int, int] | None:
    if value is None:
        return None
    low, dash, high = value.partition("-")
    if not (dash and low.isdecimal() and high.isdecimal()):
        raise click.BadParameter(f"expected LOW-HIGH, such as 0-20, got {value!r}")
    if int(low) > int(high):
        raise click.BadParameter(f"low should not exceed high, got {value!r}")
    return int(low), int(high)


_whole = click.IntRange(min=1)
_share = click.FloatRange(0, 1, min_open=True, max_open=True)


_style = click.option(
    "--style", type=click.Choice(["answer", "boxed"]), default="answer", show_default=True, help="How answers are marked."
)


def _asked_model(command: Any) -> Any:
    """The options that say which model answers, and where it runs (`rlve.evaluate_command.backend_of`)."""
    for option in (
        click.option(
            "--chat/--plain", default=True, help="With --base-url: the prompt as a chat message (default) or as plain text."
        ),
        click.option("--base-url", metavar="URL", help="Ask an OpenAI-compatible server instead: http://localhost:8000/v1"),
        click.option("--adapter", help="A LoRA adapter for --model: a folder, a run, or a hub id."),
        click.option(
            "--model", default="tiny", show_default=True, help="tiny, a run, a folder, a hub id; with --base-url its name there."
        ),
    ):  # the last one is shown first
        command = option(command)
    return command


@cli.command()
@click.option("--model", default="tiny", show_default=True, help="tiny, a folder, or an id on the Hugging Face hub.")
@click.option(
    "--environments",
    "-e",
    multiple=True,
    default=["STARTER"],
    show_default=True,
    help="Name, collection, room or file; repeatable.",
)
@click.option("--steps", type=_whole, help="Policy updates.  [default: 280]")
@click.option("--prompts", type=_whole, default=16, show_default=True, help="Prompts a step.")
@click.option("--rollouts", type=click.IntRange(min=2), default=8, show_default=True, help="Completions of each prompt.")
@click.option("--completion-length", type=_whole, default=48, show_default=True, help="Tokens of a completion at most.")
@click.option("--rollouts-at-once", type=_whole, help="Completions in one backward pass, to fit the memory.  [default: all]")
@click.option("--learning-rate", type=click.FloatRange(min=0), help="Falls linearly to 0.  [default: by model]")
@click.option("--lora-rank", type=_whole, help="Train LoRA adapters of this rank instead of all weights.")
@click.option(
    "--scheduler",
    type=click.Choice(list(SCHEDULERS)),
    help=f"The rule that sets the levels.  [default: {DEFAULT}, see docs/schedulers.md]",
)
@click.option("--choice", type=click.Choice(list(CHOICES)), help="How environments are chosen.  [default: by scheduler]")
@click.option("--start", type=click.Path(exists=True, dir_okay=False), help="First levels, a file of `rlve calibrate`.")
@click.option("--static", callback=_levels, metavar="LOW-HIGH", help="Short for --scheduler static with these levels.")
@click.option("--tau-acc", type=float, help="The paper's rule: accuracy that raises a level.  [default: 0.9]")
@click.option("--tau-num", type=_whole, help="The paper's rule: rollouts per check.  [default: 128]")
@click.option("--d-delta", type=_whole, help="The paper's rule: levels in use at once.  [default: 4]")
@click.option("--binary-reward", is_flag=True, help="1 for a right answer and 0 for any other, instead of partial rewards.")
@_style
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True)
@click.option(
    "--dataset",
    type=click.Path(exists=True, dir_okay=False),
    help="JSONL of your own to mix in: prompt (asking for the same marks), answer.",
)
@click.option("--dataset-share", type=_share, default=0.2, show_default=True, help="Its share of the prompts.")
@click.option("--folder", type=click.Path(path_type=Path), help="Where the run is kept.  [default: runs/MODEL-...-DATE-TIME]")
@click.option("--save-every", type=_whole, default=50, show_default=True, help="Steps between checkpoints.")
@click.option("--time-limit", callback=_time, metavar="TIME", help="Save and stop after this time: 90s, 50m, 1h30m.")
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
        _mixed(context, given, ("resume", "steps", "time_limit"))
    word, options = _scheduler(given)
    if given["resume"] is None:
        _importable(given["environments"])
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
    with _heavy("training"):
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
    options: dict[str, Any] = dict(paper)
    if given["static"]:
        options |= {"low": given["static"][0], "high": given["static"][1]}
    if given["choice"]:
        options["choice"] = given["choice"]
    if given["start"]:
        from rlve.calibration import read_levels

        with _asked():
            options["start"] = read_levels(given["start"])
    return word, options


@contextmanager
def _heavy(what: str) -> Iterator[None]:
    """Put into words what a user can mend: a missing package, settings that do not fit, a folder that holds a run or none,
    a file that cannot be written, an environment that cannot be drawn. Remarks of rlve are shown as such.
    """
    try:
        with _remarks():
            yield
    except ModuleNotFoundError as error:
        if (module := (error.name or "").partition(".")[0]) not in _EXTRAS:
            raise
        raise Failure(f'{what} needs {module}: pip install "rlve[{_EXTRAS[module]}]"') from error
    except rlve.DrawError as error:
        raise Failure(str(error), FAULT) from error
    except (ValueError, OSError) as error:
        if isinstance(error, OSError) and error.filename is not None:
            raise Failure(f"{error.strerror}: {error.filename}") from error
        if not _from_us(error):
            raise
        raise Failure(str(error)) from error


_EXTRAS = {"openai": "server"} | dict.fromkeys(
    ("accelerate", "datasets", "matplotlib", "numpy", "peft", "pyarrow", "tokenizers", "torch", "transformers", "trl"), "train"
)


@contextmanager
def _remarks() -> Iterator[None]:
    """Show the warnings of rlve as remarks on stderr, those of others as ever."""

    def show(message: Any, category: type[Warning], filename: str, *rest: Any) -> None:
        if Path(filename).parent == registry.HERE:
            click.echo(f"note: {message}", err=True)
        else:
            others(message, category, filename, *rest)

    with warnings.catch_warnings():
        others, warnings.showwarning = warnings.showwarning, show
        yield


def _importable(environments: Sequence[str]) -> None:
    """Put into words why an environment cannot be found or imported; remarks come when it is used."""
    with _asked(), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        rlve.resolve(",".join(environments))


def _mixed(context: click.Context, given: dict[str, Any], allowed: Sequence[str]) -> None:
    """Refuse options beside --resume other than those allowed."""
    source = click.core.ParameterSource.COMMANDLINE
    mixed = [name for name in given if context.get_parameter_source(name) is source and name not in allowed]
    if mixed:
        words = ", ".join(f"--{_OPTION.get(name, name).replace('_', '-')}" for name in mixed)
        raise Failure(f"--resume goes on with the settings it was begun with: leave out {words}")


_OPTION = {"problem_set": "set"}


@cli.command()
@click.option("--steps", type=_whole, default=280, show_default=True, help="Policy updates.")
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

    with _heavy("training"):
        run_demo(steps=steps, seed=seed, folder=folder, out=click.echo)


@cli.command()
@_asked_model
@click.option("--set", "problem_set", type=click.Choice(["heldout", "in-distribution"]), help="A standard set, see above.")
@click.option("--environments", "-e", multiple=True, help="Name, collection, room or file; repeatable.")
@click.option("--levels", callback=_levels, metavar="LOW-HIGH", help="Levels of a set of your own.  [default: 0-4]")
@click.option("--problems", type=_whole, help="Problems of each environment.  [default: 50; in-distribution: 200]")
@click.option("--temperature", type=click.FloatRange(min=0), default=0.0, show_default=True, help="0 is greedy.")
@click.option("--top-p", type=click.FloatRange(0, 1, min_open=True), default=1.0, show_default=True)
@click.option("--completion-length", type=_whole, default=512, show_default=True, help="Tokens of a completion at most.")
@click.option("--batch-size", type=_whole, default=64, show_default=True, help="Prompts at once.")
@_style
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the sampling, not of the problems.")
@click.option("--folder", type=click.Path(path_type=Path), help="Where it is kept.  [default: evaluations/MODEL-...-DATE-TIME]")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FOLDER", help="Go on with one that was interrupted.")
@click.pass_context
def evaluate(context: click.Context, resume: Path | None, folder: Path | None, **given: Any) -> None:
    """Measure a model on problems that no training has seen: accuracy by environment and level, with 95 % intervals.

    \b
    Sets: heldout          the paper's 50 held-out environments, 50 problems each, levels 0-4 (the default)
          in-distribution  the environments of --environments, or those a run was trained on, levels 0-19
    Anything else: --environments, --levels and --problems.

    The folder gets completions.jsonl (a line a problem), summary.json, summary.md and figure.png. Exit code: 0 measured, 2 wrong
    usage, 3 some environment failed (its problems are left out). Needs the extra `train`, or `server` for --base-url.

    \b
    Examples:
      rlve evaluate --model runs/tiny-STARTER-20261130-120000 --set in-distribution --completion-length 48
      rlve evaluate --model Qwen/Qwen2.5-0.5B-Instruct --adapter runs/my-run --completion-length 1024
      rlve evaluate --model qwen --base-url http://localhost:8000/v1 -e C16 --levels 0-2 --problems 30
      rlve evaluate --resume evaluations/tiny-heldout-20261130-120000
    """
    from rlve.evaluate_command import evaluate as run
    from rlve.evaluation_report import accuracy_table, faulty

    if resume is not None:
        _mixed(context, {**given, "folder": folder}, ())
    elif given["environments"]:
        _importable(given["environments"])
    with _heavy("evaluating"):
        evaluation = run({**given, "environments": list(given["environments"])}, folder, resume, click.echo)
    columns, rows = accuracy_table(evaluation)
    _table(columns, rows, piped_heading=True)
    if faults := faulty(evaluation):
        raise Failure(f"these environments failed, and their problems are left out: {faults}", FAULT)


@cli.command()
@click.argument("before", type=click.Path(path_type=Path))
@click.argument("after", type=click.Path(path_type=Path))
@click.option("--json", "output", type=click.Path(dir_okay=False, path_type=Path), help="Write it all to this file too.")
def compare(before: Path, after: Path, output: Path | None) -> None:
    """Compare two evaluations problem by problem: difference, 95 % interval, what moved.

    BEFORE and AFTER are folders of `rlve evaluate`, finished, on the same problems; others are refused.

    \b
    Example:
      rlve compare evaluations/tiny-before evaluations/tiny-after
    """
    from rlve.comparison import compare as pair
    from rlve.evaluation_report import change_table, words_of
    from rlve.evaluation_run import load_evaluation
    from rlve.runs import write_json

    with _heavy("comparing"):
        result = pair(load_evaluation(before), load_evaluation(after))
        if output is not None:
            write_json(output, result.as_dict())
    columns, rows = change_table(result)
    _table(columns, rows, piped_heading=True)
    click.echo(words_of(result))


@cli.command()
@click.option("--environments", "-e", multiple=True, help="Name, collection, room or file; repeatable.  [default: every one]")
@click.option("--levels", callback=_levels, default="0-4", show_default=True, metavar="LOW-HIGH", help="Those that exist.")
@click.option("--count", type=_whole, default=100, show_default=True, help="Rows of each environment and level, all different.")
@click.option("--set", "heldout", type=click.Choice(["heldout"]), help="The problems of this evaluation set instead.")
@click.option("--format", "form", type=click.Choice(["jsonl", "parquet"]), default="jsonl", show_default=True)
@click.option("--output", "-o", type=click.Path(dir_okay=False, path_type=Path), help="The file.  [default: problems.FORMAT]")
@click.option("--style", type=click.Choice(["answer", "boxed"]), default="answer", show_default=True)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Other rows for another seed.")
@click.option("--workers", type=_whole, help="Processes; the rows do not depend on it.  [default: one a core]")
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
    from rlve.export_command import run_export

    source = click.core.ParameterSource.COMMANDLINE
    if given["heldout"]:
        mixed = [name for name in ("environments", "levels", "count", "seed") if context.get_parameter_source(name) is source]
        if mixed:
            raise Failure(f"--set has problems of its own: leave out {', '.join('--' + name for name in mixed)}")
    with _asked(), _heavy("parquet"):
        run_export(say=click.echo, **given)


@cli.command()
@click.option("--output", type=click.Path(file_okay=False, path_type=Path), help="The folder.  [default: docs/gallery]")
def gallery(output: Path | None) -> None:
    """Write the gallery: every environment with its level table, problems with answers, and figures of the gate.

    \b
    Example:
      rlve gallery
    """
    from rlve.gallery import write_gallery

    root = _checkout()
    with _asked():
        written = write_gallery(root, output or root / "docs" / "gallery")
    click.echo(f"wrote {len(written)} pages to {output or 'docs/gallery'}")


@cli.command()
@_asked_model
@click.option(
    "--environments", "-e", multiple=True, default=["STARTER"], show_default=True, help="Name, collection, room or file."
)
@click.option("--rounds", type=_whole, default=8, show_default=True, help="Problems of each environment at most.")
@click.option("--rollouts", type=_whole, default=4, show_default=True, help="Completions of each problem.")
@click.option("--completion-length", type=_whole, default=512, show_default=True, help="Tokens of a completion at most.")
@click.option("--batch-size", type=_whole, default=64, show_default=True, help="Prompts at once.")
@_style
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

    with _heavy("calibrating"):
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
    _table(("name", "level", "asked (level:right/rollouts)"), rows, piped_heading=True)
    click.echo(f"{output}: use it with rlve train --start {output}")


@cli.command()
@click.argument("study", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--folder", type=click.Path(path_type=Path), help="Where runs and results are kept.  [default: runs/STUDY]")
@click.option("--jobs", type=_whole, default=1, show_default=True, help="Trainings at a time, each with one thread if several.")
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

    with _heavy("a study"):
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


def main(arguments: Sequence[str] | None = None) -> Any:
    """The console script `rlve`."""
    return cli.main(args=arguments, prog_name="rlve")


if __name__ == "__main__":
    main()
