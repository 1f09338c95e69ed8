"""The commands of those who write environments: check, new, enter, index, gallery."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

import rlve
from rlve import registry
from rlve.cli.shared import Failure, complete_name, errors_in_words
from rlve.settings import split_names

if TYPE_CHECKING:
    from rlve.authoring.gate import Report

KINDS = ("answer", "optimization", "constraint")


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...", shell_complete=complete_name)
@click.option("--room", help="Every environment of this room.")
@click.option("--all", "everything", is_flag=True, help="Every environment there is.")
@click.option("--fast", is_flag=True, help="Levels 0 to 3 and 8 and smaller samples: less than a second each.")
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Put reports into this file, as Markdown, and their data as JSON beside it; entries of others stay, not with --all.",
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
      rlve check integer_sorting --report docs/check_report.md
    """
    if not (names or room is not None or everything):
        raise click.UsageError("nothing to check: give names, --room ROOM, --all, or ./file.py")
    with errors_in_words():
        wanted = [part for name in names for part in split_names(name)]
        wanted += rlve.names(room) if room is not None else []
        wanted += rlve.names() if everything else []
        environments = rlve.resolve(wanted)

    from rlve.authoring.gate import check_many
    from rlve.authoring.report import write_report

    def show_report(result: "Report") -> None:
        click.secho(str(result), fg="green" if result.passed else "red" if result.findings else "yellow")

    results = check_many(environments, fast=fast, progress=show_report)
    if report is not None:
        try:
            write_report(report, results, anew=everything)
        except (OSError, ValueError) as error:
            raise Failure(f"the report cannot be written: {error}") from error
    passed = sum(result.passed for result in results)
    if len(results) > 1:
        click.echo(f"{passed} of {len(results)} environments passed")
    raise SystemExit(passed < len(results))


@click.command()
@click.argument("name")
@click.option("--room", required=True, help="The folder of envs/ it belongs to.")
@click.option("--kind", type=click.Choice(KINDS), required=True, help="How answers are judged.")
@click.option("--new-room", is_flag=True, help="Make the room, which is not there yet.")
def new(name: str, room: str, kind: str, new_room: bool) -> None:
    """Start an environment: a small one of that kind that runs, to be edited.

    Writes envs/ROOM/NAME.py and its judge, tests/oracles/ROOM/NAME.py. Nothing is overwritten. `rlve enter` follows.
    Kinds: "answer" is right when it equals the reference; "optimization" when its objective equals the optimum;
    "constraint" when every condition is kept.

    \b
    Examples:
      rlve new list_rotation --room sequences --kind answer
      rlve new shortest_tour --room graphs --kind optimization
      rlve new domino_tiling --room tilings --new-room --kind constraint
    """
    from rlve.authoring.scaffold import write_environment

    root = _checkout()
    with errors_in_words():
        written = write_environment(root, name, room, kind, new_room=new_room)
    for path in written:
        click.echo(f"wrote {path.relative_to(root)}")
    file, judge = (path.relative_to(root) for path in written[:2])
    click.echo(
        f"\nNext: edit {file} and its judge {judge}, then\n"
        f"  rlve show ./{file} --level 3 --answer\n  rlve check ./{file}\n  rlve enter {name}"
    )


@click.command()
@click.argument("name", shell_complete=complete_name)
def enter(name: str) -> None:
    """Enter an environment of envs/, a new one or one that changed: gate, index, golden fingerprints, report, gallery.

    Refuses, and writes nothing, where its judge tests/oracles/ROOM/NAME.py is missing or the gate (full tier) finds
    something. Exit code: 0 entered, 1 the gate refused it, 2 it or its judge is missing.

    \b
    Example:
      rlve enter list_rotation
    """
    from rlve.authoring.enter import enter as enter_environment

    root = _checkout()
    with errors_in_words():
        report, written = enter_environment(root, name)
    click.secho(str(report), fg="green" if written else "red")
    if not written:
        click.echo(f"{name} is not entered, and nothing was written: mend what the gate says", err=True)
        raise SystemExit(1)
    for path in written:
        click.echo(f"wrote {path.relative_to(root)}")


@click.command()
def index() -> None:
    """Write rlve/index.json anew, after an environment of envs/ was added, renamed or removed.

    \b
    Example:
      rlve index
    """
    root = _checkout()
    with errors_in_words():
        count = registry.write_index()
    click.echo(f"{registry.INDEX.relative_to(root)}: {count} environments")


@click.command()
@click.option(
    "--html", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER", help="Also write FOLDER/index.html, to search."
)
def gallery(html: Path | None) -> None:
    """Write docs/gallery.md anew, one problem of each environment; with --html, a page to search and filter them all.

    The page shows problems of the levels 0, 3 and 8 with their answers. It is a single file that needs no server.

    \b
    Examples:
      rlve gallery
      rlve gallery --html site
    """
    from rlve.authoring.gallery import write_html, write_page

    root = _checkout()
    with errors_in_words():
        written = [write_page(root).relative_to(root), *([] if html is None else [write_html(root, html)])]
    for path in written:
        click.echo(f"wrote {path}")


def _checkout() -> Path:
    from rlve._address import REPOSITORY
    from rlve.authoring.scaffold import checkout

    root = checkout()
    if root is None:
        raise Failure(
            f"this works in a checkout only (git clone {REPOSITORY}), and rlve was installed from elsewhere. "
            "An environment of your own needs none: write it in a file and run `rlve check ./my_env.py`."
        )
    return root
