"""The command line: `rlve`, or `python -m rlve`."""

import os
from collections.abc import Sequence
from typing import Any

import click

import rlve
from rlve.cli import authors, evaluation, problems, sharing, training

_short_help = {"help_option_names": ["-h", "--help"]}


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


for command in (
    problems.list_,
    problems.show,
    problems.verify,
    authors.check,
    authors.new,
    authors.enter,
    authors.index,
    authors.gallery,
    training.demo,
    training.train,
    training.warm_up,
    training.presets,
    training.report,
    training.sweep,
    evaluation.calibrate,
    evaluation.probe,
    evaluation.evaluate,
    evaluation.compare,
    evaluation.export,
    sharing.merge,
    sharing.publish,
):
    cli.add_command(command)


def main(arguments: Sequence[str] | None = None) -> Any:
    """The console script `rlve`."""
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return cli.main(args=arguments, prog_name="rlve", color=False if plain else None)
