"""The commands that look at environments: list, show, verify."""

import shutil
import sys

import click

import rlve
from rlve import registry
from rlve.cli.shared import (
    FAULT,
    WIDE,
    WORDS,
    Failure,
    draw,
    errors_in_words,
    find,
    level_option,
    name_argument,
    seed_option,
    style_option,
    table,
)
from rlve.errors import where


@click.command("list")
@click.option("--room", help="Only the environments of this room.")
@click.option("--collection", help="Only those of this collection: C1, C4, C16, STARTER, HELD_OUT ...")
def list_(room: str | None, collection: str | None) -> None:
    """List the environments, with room, kind, levels and title.

    A narrow terminal leaves out room and kind. In a pipe: one environment a line, tab-separated, below a heading.

    \b
    Examples:
      rlve list
      rlve list --room sequences
      rlve list --collection C16
      rlve list | tail -n +2 | cut -f 1
    """
    with errors_in_words():
        found = rlve.names(room)
        if collection is not None:
            found = [name for name in rlve.collection(collection) if name in found]
    entries = [(name, registry.index()[name]) for name in found]
    if collection is None:
        entries.sort(key=lambda item: (item[1]["room"], item[0]))
    rows = [(name, entry["room"], entry["kind"], f"0-{entry['max_level']}", entry["title"]) for name, entry in entries]
    shown = [0, 3, 4] if sys.stdout.isatty() and shutil.get_terminal_size().columns < WIDE else range(len(WORDS))
    table([WORDS[place] for place in shown], [[row[place] for place in shown] for row in rows])


@click.command()
@name_argument
@level_option
@seed_option
@style_option
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
        environment = find(name)
        try:
            sizes = [environment.parameters(step) for step in range(min(10, environment.max_level) + 1)]
        except (Exception, SystemExit) as error:
            raise Failure(f"parameters of {environment.name} failed: {where(error)}", FAULT) from error
        columns = list(dict.fromkeys(parameter for size in sizes for parameter in size))
        rows = [(step, *(size.get(parameter, "") for parameter in columns)) for step, size in enumerate(sizes)]
        table(["level", *columns], rows)
        return
    problem = draw(name, level, seed)
    try:
        texts = [problem.prompt(style), *([f"\nReference answer:\n{problem.reference_text}"] if answer else [])]
    except Exception as error:
        raise Failure(f"{problem.name} failed at level {level}, seed {seed}: {where(error)}", FAULT) from error
    with errors_in_words():  # a full disk is no fault of the environment
        click.echo("\n".join(texts))


@click.command(context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]})
@name_argument
@click.argument("answer", type=click.UNPROCESSED)
@level_option
@seed_option
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
    from rlve.answers.extraction import wrap

    problem = draw(name, level, seed)
    if answer == "-":
        answer = sys.stdin.buffer.read().decode("utf-8", "replace")
    marked = "<answer>" in answer.lower() or "\\boxed" in answer
    verdict = problem.verify(answer if marked else wrap(answer))
    click.secho(str(verdict), fg="green" if verdict.correct else "red")
    raise SystemExit({True: 0, False: 1, None: FAULT}[verdict.correct])
