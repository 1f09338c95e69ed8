"""Figures of studies and evaluations by matplotlib, from plain numbers, for files and notebooks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from rlve.extras import need
from rlve.figures.colours import COLOURS, GREY, VERDICTS
from rlve.statistics import quantiles, running_mean

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Estimate = tuple[float, float, float]
"""A share in [0, 1], and the lower and upper bound of its interval."""
DASHES = dict(zip(COLOURS, ("-", "--", "-.", ":", "-", "--"), strict=True))
"""Colour -> dash, so that a few lines can be told apart without colour too."""


def _figure(size: tuple[float, float], dpi: int = 100) -> Figure:
    need("matplotlib")
    from matplotlib.figure import Figure

    return Figure(figsize=size, dpi=dpi, layout="constrained")


def demo_figure(
    windows: Mapping[str, Sequence[tuple[int, int]]],
    before: Mapping[str, Mapping[int, Estimate]],
    after: Mapping[str, Mapping[int, Estimate]],
) -> Figure:
    """Levels over the steps of a run, and held-out accuracy by level before and after it, an environment a panel.

    windows: environment -> its lowest and highest level after each step. before, after: environment -> level -> accuracy.
    """
    figure = _figure((3.2 * len(before), 6))
    rows = figure.subplots(2, len(before), sharex="row", sharey="row", squeeze=False)
    for climb, bars, name in zip(*rows, before, strict=True):
        lows, highs = zip(*windows[name], strict=True)
        steps = range(1, len(highs) + 1)
        climb.fill_between(steps, lows, highs, step="post", alpha=0.25)
        climb.step(steps, highs, where="post")
        climb.set(title=name.replace("_", " "), xlabel="step")
        climb.title.set_fontsize("small")
        for results, colour, label in ((before, "C7", "before"), (after, "C0", "after")):
            levels = list(results[name])
            shares, low, high = ([100 * value for value in part] for part in zip(*results[name].values(), strict=True))
            bars.plot(levels, shares, color=colour, marker="o", markersize=4, label=label)
            bars.fill_between(levels, low, high, color=colour, alpha=0.15)
        bars.set(xlabel="level of held-out problems", ylim=(0, 101))
    rows[0][0].set_ylabel("levels in use (line: the highest)")
    rows[1][0].set_ylabel("accuracy at temperature 1, %")
    rows[1][0].legend()
    return figure


def curves_figure(panels: Mapping[str, Mapping[str, Sequence[float]]], smooth: int = 15) -> Figure:
    """Panels side by side, each with a line for every name: its values over the steps, as means of up to `smooth` of them.

    panels: title -> name -> a value a step. A name has the same colour and dash in every panel.
    """
    names = list(dict.fromkeys(name for lines in panels.values() for name in lines))
    styles = dict(zip(names, DASHES.items(), strict=False))
    figure = _figure((3.5 * len(panels), 3.2), dpi=80)
    row = figure.subplots(1, len(panels), squeeze=False)[0]
    for axes, (title, lines) in zip(row, panels.items(), strict=True):
        for name, values in lines.items():
            colour, dash = styles[name]
            axes.plot(range(1, len(values) + 1), running_mean(values, smooth), dash, color=colour, linewidth=2, label=name)
        axes.set(title=title, xlabel="step", ylim=(0, 1.05 * axes.get_ylim()[1]))
        axes.title.set_fontsize("medium")
        axes.grid(alpha=0.3)
    drawn = {line.get_label(): line for axes in row for line in axes.lines}
    room = 40 * len(panels) // (6 + max(map(len, drawn), default=1))  # entries side by side
    figure.legend(drawn.values(), drawn, loc="outside lower center", ncols=max(1, min(len(drawn), room)), fontsize="small")
    return figure


def scaling_figure(curves: Mapping[str, Mapping[int, tuple[Sequence[float], float, float]]]) -> Figure:
    """Accuracy over the number of environments trained on, a panel for each title.

    curves: title -> number of environments -> the accuracy of each training, and the bounds of the interval of their mean.
    Open rings are single trainings; the line goes through their means, its bars are 95 % intervals over problems.
    A point of 0 environments, the model before training, becomes a band behind the others.
    """
    figure = _figure((4.2 * len(curves), 3.5), dpi=80)
    row = figure.subplots(1, len(curves), sharey=True, squeeze=False)[0]
    for axes, (title, points), colour in zip(row, curves.items(), COLOURS, strict=False):
        numbers = [number for number in points if number]
        if 0 in points:
            shares, low, high = points[0]
            axes.axhspan(100 * low, 100 * high, color=GREY, alpha=0.25)
            axes.axhline(100 * fmean(shares), color="#666666", linestyle="--", label="before training")
        for number in numbers:
            shares = [100 * share for share in points[number][0]]
            label = "one training" if number == numbers[0] else ""
            axes.plot([number] * len(shares), shares, "o", markersize=7, fillstyle="none", color="black", label=label)
        means = [100 * fmean(points[number][0]) for number in numbers]
        bounds = [[100 * points[number][side] for number in numbers] for side in (1, 2)]
        reach = [[abs(bound - mean) for bound, mean in zip(side, means, strict=True)] for side in bounds]
        axes.errorbar(
            numbers, means, yerr=reach, color=colour, marker="s", markersize=4, capsize=3, label="mean, 95 % over problems"
        )
        axes.set_xscale("log", base=2)
        axes.set_xticks(numbers, [str(number) for number in numbers])
        axes.set(title=title, xlabel="environments trained on")
        axes.title.set_fontsize("medium")
        axes.grid(alpha=0.3)
    row[0].set_ylabel("accuracy, %")
    figure.legend(*row[0].get_legend_handles_labels(), loc="outside lower center", ncols=3, fontsize="small")
    return figure


def evaluation_figure(
    title: str,
    verdicts: Mapping[int, Mapping[str, float]],
    cut_off: Mapping[int, float],
    accuracy: Mapping[str, Estimate],
    most: int = 40,
) -> Figure:
    """What an evaluation found: verdicts by level, and accuracy by environment.

    verdicts: level -> verdict -> its share of the answers. cut_off: level -> the share that reached the length limit.
    accuracy: environment -> accuracy over all levels. Of more than `most` environments the best, the worst and
    the quantiles are shown.
    """
    ranked = sorted(accuracy, key=lambda name: accuracy[name][0])
    shown, rows, end = ranked, list(range(len(ranked))), most // 4
    if many := len(ranked) > most:
        shown, rows = ranked[:end] + ranked[-end:], [*range(end), *range(end + 2, 2 * end + 2)]
    figure = _figure((11, max(3.2, 1.2 + 0.2 * len(rows))))
    by_level, by_name = figure.subplots(1, 2)
    bottom = [0.0] * len(verdicts)
    for status, colour in VERDICTS.items():
        shares = [100 * shares.get(status, 0.0) for shares in verdicts.values()]
        if any(shares):
            by_level.bar(list(verdicts), shares, bottom=bottom, color=colour, label=status, width=0.8)
            bottom = [low + share for low, share in zip(bottom, shares, strict=True)]
    by_level.plot(
        list(cut_off),
        [100 * share for share in cut_off.values()],
        color="black",
        marker="_",
        markersize=12,
        linestyle="none",
        label="cut off at the length limit",
    )
    by_level.set(xlabel="level", ylabel="share of the answers, %", ylim=(0, 101))
    by_level.xaxis.get_major_locator().set_params(integer=True)
    figure.legend(loc="outside lower left", ncols=6, fontsize="small")
    shares = [100 * accuracy[name][0] for name in shown]
    reach = [[100 * abs(accuracy[name][bound] - accuracy[name][0]) for name in shown] for bound in (1, 2)]
    by_name.errorbar(shares, rows, xerr=reach, fmt="o", color="C0", markersize=4)
    by_name.set_yticks(rows, [name.replace("_", " ") for name in shown], fontsize="x-small")
    by_name.set(xlabel="accuracy, %, over all levels", xlim=(-2, 102), ylim=(-0.6, max(rows, default=0) + 0.6))
    if many:
        by_name.set(xlabel=f"accuracy, %, over all levels (the worst and the best {end} of {len(ranked)})")
        box = {"facecolor": "white", "edgecolor": "none", "pad": 1}
        places = quantiles([100 * share for share, *_ in accuracy.values()])
        for place, words in zip(places, ("10 %", "half", "90 %"), strict=True):
            by_name.axvline(place, color=GREY, linestyle=":", zorder=0)
            by_name.text(place, end + 0.5, f"{words} below", fontsize="x-small", ha="center", va="center", bbox=box)
        by_name.xaxis.label.set_size("small")
    by_name.grid(axis="x", alpha=0.3)
    figure.suptitle(title, fontsize="medium")
    return figure
