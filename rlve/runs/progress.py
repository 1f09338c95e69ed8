"""Progress on the screen: a bar on a terminal, lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rlve.statistics import MANY, quantiles


def status(record: Mapping[str, Any], shown: int = 4) -> str:
    """Effective prompt ratio, reward, accuracy and levels of a step, in a line. record: with the levels of all environments."""
    highs = {name: high for name, (_, high) in record["levels"].items()}
    names = sorted(highs, key=lambda name: -highs[name])
    levels = ", ".join(f"{abbreviation(name)} {highs[name]}" for name in names[:shown])
    if len(names) > MANY:
        low, middle, high = quantiles(highs.values())
        levels = (
            f"{low} {middle} {high} (10, 50, 90 % of {len(names)}), highest {abbreviation(names[0])} {highs[names[0]]}, "
            f"lowest {abbreviation(names[-1])} {highs[names[-1]]}"
        )
    elif len(names) > shown:
        levels += f" +{len(names) - shown} more, mean {record['level']:.1f}"
    numbers = "  ".join(
        f"{label} {record[name]:.2f}"
        for name, label in (("effective_prompt_ratio", "EPR"), ("reward", "reward"), ("accuracy", "accuracy"))
        if name in record
    )
    return f"{numbers}  levels: {levels}"


def abbreviation(name: str, width: int = 16) -> str:
    """The name, cut to a width."""
    return name if len(name) <= width else f"{name[: width - 1]}…"


@contextmanager
def progress(steps: int, say: Callable[[str], object]) -> Iterator[Callable[[dict[str, Any]], None]]:
    """A bar with the newest step's figures on a terminal; elsewhere a line for every twentieth of the steps."""
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.text import Text

    console = Console()
    if not sys.stdout.isatty():  # a Jupyter kernel sets FORCE_COLOR, and rich then takes a pipe for a terminal
        every = max(1, steps // 20)
        start = time.monotonic()

        def line(record: dict[str, Any]) -> None:
            if record["step"] % every == 0 or record["step"] == steps:
                say(f"[{time.monotonic() - start:5.0f} s] step {record['step']:4} of {steps}  {status(record)}")

        yield line
        return
    bar = Progress(
        TextColumn("step"), MofNCompleteColumn(), BarColumn(), TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn()
    )
    task = bar.add_task("", total=steps)
    newest = Text("the first step", no_wrap=True, overflow="ellipsis")

    def show(record: dict[str, Any]) -> None:
        bar.update(task, completed=record["step"])
        newest.plain = status(record)

    with Live(Group(bar, newest), console=console, refresh_per_second=2):
        yield show


@contextmanager
def counted(total: int, unit: str, say: Callable[[str], object]) -> Iterator[Callable[[int], None]]:
    """Takes how many are done: a bar on a terminal; elsewhere a line for about every twentieth, two seconds apart at least."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    console, start = Console(), time.monotonic()
    said, last = 0, start
    if sys.stdout.isatty():
        columns = (TextColumn(unit), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console) as bar:
            task = bar.add_task("", total=total)
            yield lambda done: bar.update(task, completed=done)
        return

    def line(done: int) -> None:
        nonlocal said, last
        now = time.monotonic()
        if done == total or (done - said >= total / 20 and now - last >= 2):
            said, last = done, now
            say(f"[{now - start:5.0f} s] {done} of {total} {unit}")

    yield line
