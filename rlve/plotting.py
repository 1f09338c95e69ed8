"""Figures of training runs, for files and notebooks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rlve.models import need

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from rlve.evaluation import Accuracy
    from rlve.evaluation_run import Evaluation

VERDICTS = {"correct": "#0072B2", "wrong": "#E69F00", "infeasible": "#CC79A7", "unparsable": "#999999", "fault": "#D55E00"}
"""A colour for each verdict, told apart by the colour-blind too (Okabe and Ito)."""
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


def evaluation_figure(evaluation: Evaluation, most: int = 60) -> Figure:
    """What an evaluation found: verdicts by level, and accuracy by environment with Wilson's 95 % intervals.

    With more than `most` environments only the best of them are shown.
    """
    need("matplotlib")
    from matplotlib.figure import Figure

    from rlve.evaluation import pool

    parts = {name: pool(results) for name, results in evaluation.by_environment().items()}
    shown = sorted(parts, key=lambda name: parts[name].share if parts[name].total else -1)[-most:]
    figure = Figure(figsize=(11, max(3.2, 1.2 + 0.2 * len(shown))), layout="constrained")
    by_level, by_name = figure.subplots(1, 2)
    levels = evaluation.by_level()
    bottom = [0.0] * len(levels)
    for status, colour in VERDICTS.items():
        shares = [100 * result.statuses[status] / len(result.verdicts) for result in levels.values()]
        if any(shares):
            by_level.bar(list(levels), shares, bottom=bottom, color=colour, label=status, width=0.8)
            bottom = [low + share for low, share in zip(bottom, shares, strict=True)]
    by_level.plot(
        list(levels),
        [100 * result.truncation_rate for result in levels.values()],
        color="black",
        marker="_",
        markersize=12,
        linestyle="none",
        label="cut off at the length limit",
    )
    by_level.set(xlabel="level", ylabel="share of the answers, %", ylim=(0, 101))
    by_level.xaxis.get_major_locator().set_params(integer=True)
    figure.legend(loc="outside lower left", ncols=6, fontsize="small")
    shares = [100 * parts[name].share for name in shown]
    reach = [[100 * abs(bound - parts[name].share) for bound in parts[name].interval] for name in shown]
    by_name.errorbar(shares, range(len(shown)), xerr=list(zip(*reach, strict=True)), fmt="o", color="C0", markersize=4)
    by_name.set_yticks(range(len(shown)), [name.replace("_", " ") for name in shown], fontsize="x-small")
    more = f" (the best {most} of {len(parts)})" if len(parts) > most else ""
    by_name.set(xlabel=f"accuracy, %, over all levels{more}", xlim=(-2, 102), ylim=(-0.6, len(shown) - 0.4))
    by_name.grid(axis="x", alpha=0.3)
    config = evaluation.config
    figure.suptitle(f"{config['model']} on {config['problem_set']['name']}", fontsize="medium")
    return figure
