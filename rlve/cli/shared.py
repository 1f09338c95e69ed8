"""What the commands share: errors in words, tables, and options."""

import errno
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

import rlve
from rlve import registry
from rlve.errors import RlveError, where
from rlve.extras import EXTRAS, install_line

FAULT = 3  # exit code: the environment itself failed
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)
GUARD = 4  # exit code: a guard stopped the training


class Failure(click.ClickException):
    """A message on stderr and an exit code: 2 for what the caller asked, 3 for a fault of the environment."""

    def __init__(self, message: str, exit_code: int = 2) -> None:
        super().__init__(message)
        self.exit_code = exit_code


@contextmanager
def errors_in_words(what: str = "this") -> Iterator[None]:
    """Show what a user can mend by its words alone, and rlve's warnings as remarks; a fault of ours keeps its traceback.

    Mended by the user: an error raised on purpose (`rlve.errors`), a missing package, a file that cannot be read or written.
    """
    try:
        with _remarks():
            yield
    except ModuleNotFoundError as error:
        if (module := (error.name or "").partition(".")[0]) not in EXTRAS:
            raise
        raise Failure(f"{what} needs {module}: {install_line(EXTRAS[module])}") from error
    except RlveError as error:
        raise Failure(str(error), FAULT if isinstance(error, rlve.DrawError) else 2) from error
    except OSError as error:
        if error.errno in FULL:
            raise Failure(f"{error.strerror}: what was being written is not complete") from error
        if error.filename is None:
            raise
        raise Failure(f"{error.strerror}: {error.filename}") from error


@contextmanager
def _remarks() -> Iterator[None]:
    """Show the warnings of rlve as remarks on stderr, those of others as ever."""

    def show(message: Any, category: type[Warning], filename: str, *rest: Any) -> None:
        if Path(filename).is_relative_to(registry.HERE) or issubclass(category, UserWarning):
            click.echo(f"note: {message}", err=True)
        else:
            others(message, category, filename, *rest)

    with warnings.catch_warnings():
        others, warnings.showwarning = warnings.showwarning, show
        yield


def find(name: str) -> type[rlve.Environment]:
    """The environment NAME stands for."""
    with errors_in_words():
        return rlve.make(name)
    raise AssertionError


def draw(name: str, level: int, seed: int) -> rlve.Environment:
    """One of its problems; a fault of the environment exits with FAULT."""
    environment = find(name)
    if level > environment.max_level:
        raise Failure(f"{environment.name} has levels 0 to {environment.max_level}, got {level}")
    try:
        return environment.sample(level, seed)
    except Exception as error:
        raise Failure(f"{environment.name} failed to draw level {level}, seed {seed}: {where(error)}", FAULT) from error


def importable(environments: Sequence[str]) -> None:
    """Put into words why an environment cannot be found or imported; remarks come when it is used."""
    with errors_in_words(), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        rlve.resolve(list(environments))


def table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """A table for people, as wide as their terminal; for a file or a pipe tab-separated lines, the names of the columns first."""
    if not sys.stdout.isatty():
        for row in [columns, *rows]:
            click.echo("\t".join(map(str, row)))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    whole = ("levels", "name") if console.width >= WIDE else ("levels",)
    table = Table(box=box.SIMPLE_HEAD)
    for column in columns:
        table.add_column(column, overflow="fold", no_wrap=column in whole, justify="left" if column in _LEFT else "right")
    for row in rows:
        table.add_row(*[Text(str(cell)) for cell in row])
    console.print(table)


WIDE = 120  # columns of a terminal in which the longest name and a title stand side by side
WORDS = ("name", "room", "kind", "levels", "title")
_LEFT = (*WORDS, "environment", "problems of", "moved")


def complete_name(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Names that the shell offers."""
    return [name for name in registry.names() if name.startswith(incomplete)]


name_argument = click.argument("name", shell_complete=complete_name)
level_option = click.option("--level", type=click.IntRange(min=0), default=0, show_default=True, help="How hard the problem is.")
seed_option = click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Which problem of that level."
)
style_option = click.option(
    "--style", type=click.Choice(["answer", "boxed"]), default="answer", show_default=True, help="How answers are marked."
)
whole = click.IntRange(min=1)
