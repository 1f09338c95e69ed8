"""Figures of training runs, for files and notebooks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rlve.models import need

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from rlve.evaluation import Accuracy

LINES = 8  # environments with a line and a colour of their own


def training_figure(history: Sequence[Mapping[str, Any]], title: str = "") -> Figure:
    """Levels, accuracy and reward, effective prompt ratio, and entropy with answer length, over the steps of a run.

    history: records of metrics.jsonl. Thin lines are single steps, thick ones means of up to 15 steps.
    """
    need("matplotlib")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 6.5), layout="constrained")
    levels, success, ratio, entropy = figure.subplots(2, 2, sharex=True).flat
    steps = [record["step"] for record in history]
    if title:
        figure.suptitle(title)

    names = list(history[-1].get("levels", {})) if history else []
    for name in names[:LINES]:
        levels.step(steps, [record["levels"][name][1] for record in history], where="post", label=name.replace("_", " "))
    if len(names) > LINES:
        levels.step(
            steps, [record["level"] for record in history], where="post", color="black", label=f"mean of all {len(names)}"
        )
    levels.set(title="highest level in use", ylim=(0, None))
    if names:
        levels.legend(fontsize="x-small")

    for axes, name, colour in (
        (success, "accuracy", "C0"),
        (success, "reward", "C1"),
        (ratio, "effective_prompt_ratio", "C2"),
        (entropy, "entropy", "C3"),
    ):
        points = [(record["step"], record[name]) for record in history if name in record]
        if points:
            at, values = zip(*points, strict=True)
            axes.plot(at, values, color=colour, alpha=0.25, linewidth=0.8)
            axes.plot(at, running_mean(values), color=colour, label=name.replace("_", " "))
    success.set(title="of the rollouts of a step", ylim=(min(0, *success.get_ylim()), 1.02))
    if success.lines:
        success.legend(fontsize="x-small")
    ratio.set(title="share of prompts whose rollouts differ in reward", ylim=(0, 1.02), xlabel="step")
    entropy.set(title="entropy per token; answer length (grey)", xlabel="step")
    lengths = [(record["step"], record["completion_tokens"]) for record in history if "completion_tokens" in record]
    if lengths:
        other = entropy.twinx()
        other.plot(*zip(*lengths, strict=True), color="grey", linewidth=0.8)
        other.set_ylabel("tokens")
    return figure


def demo_figure(history: Sequence[Mapping[str, Any]], before: Sequence[Accuracy], after: Sequence[Accuracy]) -> Figure:
    """Levels over the steps of a run, and held-out accuracy by level before and after it, an environment a panel."""
    need("matplotlib")
    from matplotlib.figure import Figure

    names = list(dict.fromkeys(result.environment for result in before))
    figure = Figure(figsize=(3.2 * len(names), 6), layout="constrained")
    rows = figure.subplots(2, len(names), sharex="row", sharey="row", squeeze=False)
    for climb, bars, name in zip(*rows, names, strict=True):
        steps = [record["step"] for record in history]
        lows, highs = zip(*[record["levels"][name] for record in history], strict=True)
        climb.fill_between(steps, lows, highs, step="post", alpha=0.25)
        climb.step(steps, highs, where="post")
        climb.set(title=name.replace("_", " "), xlabel="step")
        climb.title.set_fontsize("small")
        for results, colour, label in ((before, "C7", "before"), (after, "C0", "after")):
            chosen = [result for result in results if result.environment == name]
            levels, shares = [result.levels[0] for result in chosen], [100 * result.share for result in chosen]
            bars.plot(levels, shares, color=colour, marker="o", markersize=4, label=label)
            low, high = zip(*[result.interval for result in chosen], strict=True)
            bars.fill_between(levels, [100 * x for x in low], [100 * x for x in high], color=colour, alpha=0.15)
        bars.set(xlabel="level of held-out problems", ylim=(0, 101))
    rows[0][0].set_ylabel("levels in use (line: the highest)")
    rows[1][0].set_ylabel("accuracy at temperature 1, %")
    rows[1][0].legend()
    return figure


def running_mean(values: Sequence[float], width: int = 15) -> list[float]:
    """Means over the last `width` values, fewer at the beginning."""
    means, total = [], 0.0
    for place, value in enumerate(values):
        total += value - (values[place - width] if place >= width else 0)
        means.append(total / min(width, place + 1))
    return means
