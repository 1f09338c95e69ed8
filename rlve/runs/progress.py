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
def progress(steps: int, say: Callable[[str], object]) -> Iterator[Callable[[dict[str, Any]], object]]:
    """A bar with the newest step's figures on a terminal; elsewhere a line for the first step and every twentieth of them."""
    every, start = max(1, steps // 20), time.monotonic()
    begun = False

    def line(record: dict[str, Any]) -> None:
        nonlocal begun
        if not begun or record["step"] % every == 0 or record["step"] == steps:
            begun = True
            say(f"[{time.monotonic() - start:5.0f} s] step {record['step']:4} of {steps}  {status(record)}")

    with _bar("step", steps) as show:
        yield line if show is None else lambda record: show(record["step"], status(record))


@contextmanager
def counted(total: int, unit: str, say: Callable[[str], object]) -> Iterator[Callable[[int], object]]:
    """Takes how many are done: a bar on a terminal; elsewhere a line for about every twentieth, two seconds apart at least."""
    start = last = time.monotonic()
    said = 0

    def line(done: int) -> None:
        nonlocal said, last
        now = time.monotonic()
        if done == total or (done - said >= total / 20 and now - last >= 2):
            said, last = done, now
            say(f"[{now - start:5.0f} s] {done} of {total} {unit}")

    with _bar(unit, total) as show:
        yield show or line


@contextmanager
def _bar(unit: str, total: int) -> Iterator[Callable[..., object] | None]:
    """What moves a bar to how many are done, with words below it; None where there is no terminal."""
    if not sys.stdout.isatty():  # a Jupyter kernel sets FORCE_COLOR, and rich then takes a pipe for a terminal
        yield None
        return
    from rich.console import Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.text import Text

    left = TextColumn("left"), TimeRemainingColumn()
    bar = Progress(TextColumn(unit), MofNCompleteColumn(), BarColumn(), TimeElapsedColumn(), *left)
    task, newest = bar.add_task("", total=total), Text(no_wrap=True, overflow="ellipsis")

    def show(done: int, words: str = "") -> None:
        bar.update(task, completed=done)
        newest.plain = words

    with Live(Group(bar, newest), refresh_per_second=2):
        yield show
