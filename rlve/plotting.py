"""Figures of training runs, for files and notebooks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rlve.models import need

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SHADES = 8  # environments with a line and a colour of their own


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
    for name in names[:SHADES]:
        levels.step(steps, [record["levels"][name][1] for record in history], where="post", label=name.replace("_", " "))
    if len(names) > SHADES:
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
    success.legend(fontsize="x-small")
    ratio.set(title="share of prompts whose rollouts differ in reward", ylim=(0, 1.02), xlabel="step")
    entropy.set(title="entropy per token; answer length (grey)", xlabel="step")
    lengths = [(record["step"], record["completion_tokens"]) for record in history if "completion_tokens" in record]
    if lengths:
        other = entropy.twinx()
        other.plot(*zip(*lengths, strict=True), color="grey", linewidth=0.8)
        other.set_ylabel("tokens")
    return figure


def running_mean(values: Sequence[float], width: int = 15) -> list[float]:
    """Means over the last `width` values, fewer at the beginning."""
    means, total = [], 0.0
    for place, value in enumerate(values):
        total += value - (values[place - width] if place >= width else 0)
        means.append(total / min(width, place + 1))
    return means
