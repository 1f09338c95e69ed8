"""Fit the simulated learner to what a model really did: outcomes.jsonl of training runs to curves and rates.

    python benchmarks/schedulers/fit.py runs/tiny/STARTER-*/run --output fit.json --figure fit.png

For each environment and law, maximum likelihood of: the level where half of the answers are right at the start, the levels
over which accuracy falls, the levels the curve moves by a fully informative group. A group counts as the rollouts it amounts
to when those of one problem are correlated by 0.2, as PosteriorScheduler has it. "none": the same without learning.
"""

from __future__ import annotations

from pathlib import Path

import click
import numpy

from rlve.runs import read, write_json
from rlve.studies.simulation import LAWS, MAX_LEVEL, WIDTH

CORRELATION = 0.2
THIRDS = 3


def groups_of(run: Path) -> dict[str, numpy.ndarray]:
    """Environment -> rows (step, level, right answers, rollouts), in order."""
    found: dict[tuple[str, int, int, int], list[int]] = {}
    for row in read(run / "outcomes.jsonl"):
        if row["status"] != "fault":
            counts = found.setdefault((row["environment"], row["step"], row["level"], row["seed"]), [0, 0])
            counts[0] += row["status"] == "correct"
            counts[1] += 1
    by_name: dict[str, list[tuple[int, int, int, int]]] = {}
    for (name, step, level, _), (right, total) in found.items():
        by_name.setdefault(name, []).append((step, level, right, total))
    return {name: numpy.array(rows) for name, rows in by_name.items()}


def taught(groups: numpy.ndarray, law: str) -> numpy.ndarray:
    """For each group, the levels at rate 1 that all groups of earlier steps have moved the curve at its level."""
    step, level = groups[:, 0], groups[:, 1]
    share = groups[:, 2] / groups[:, 3]
    worth = 4 * share * (1 - share)
    if law == "normalised":
        worth = numpy.sqrt(worth)
    levels = numpy.arange(MAX_LEVEL + 1)
    total, before = numpy.zeros(MAX_LEVEL + 1), numpy.zeros(len(groups))
    for now in numpy.unique(step):
        here = step == now
        before[here] = total[level[here]]
        for one, gain in zip(level[here], worth[here], strict=True):
            apart = levels - one
            if law == "local":
                total += gain * numpy.exp(-((apart / WIDTH) ** 2) / 2)
            elif law == "upward":
                total += gain * numpy.exp(-numpy.maximum(apart, 0) / WIDTH)
            elif law != "none":
                total += gain
    return before


def fit(runs: list[numpy.ndarray], law: str) -> dict[str, float]:
    """The three parameters of an environment over several runs, and the log-likelihood a group."""
    from scipy.optimize import minimize

    rows = numpy.concatenate(runs)
    moved = numpy.concatenate([taught(groups, law) for groups in runs])
    weight = 1 / (1 + CORRELATION * (rows[:, 3] - 1))

    def loss(values: numpy.ndarray) -> float:
        start, log_slope, rate = values
        logits = (start + (0 if law == "none" else rate) * moved - rows[:, 1]) / numpy.exp(log_slope)
        right = -numpy.logaddexp(0, -logits)
        wrong = -numpy.logaddexp(0, logits)
        return -float((weight * (rows[:, 2] * right + (rows[:, 3] - rows[:, 2]) * wrong)).sum())

    best = min(
        (minimize(loss, (start, 0.5, 0.02), method="Nelder-Mead", options={"maxiter": 4000}) for start in (1.0, 5.0)),
        key=lambda found: found.fun,
    )
    start, log_slope, rate = best.x
    return {"start": start, "slope": float(numpy.exp(log_slope)), "rate": rate, "log_likelihood": -best.fun / len(rows)}


def draw(data: dict[str, list[numpy.ndarray]], fits: dict[str, dict[str, dict[str, float]]], law: str, path: Path) -> None:
    """Accuracy by level in the first, middle and last third of the steps: seen, with standard errors, and fitted."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(3.4 * len(data), 3.4), layout="constrained")
    panels = figure.subplots(1, len(data), sharey=True, squeeze=False)[0]
    for axes, (name, runs) in zip(panels, data.items(), strict=True):
        values = fits[name][law]
        rows = numpy.concatenate(runs)
        moved = numpy.concatenate([taught(groups, law) for groups in runs])
        logits = (values["start"] + values["rate"] * moved - rows[:, 1]) / values["slope"]
        expected = 1 / (1 + numpy.exp(-logits))
        edges = numpy.quantile(rows[:, 0], numpy.linspace(0, 1, THIRDS + 1))
        for third, colour in enumerate(("#56B4E9", "#0072B2", "#000000")):
            inside = (rows[:, 0] > edges[third] - (third == 0)) & (rows[:, 0] <= edges[third + 1])
            for level in numpy.unique(rows[inside, 1]):
                here = inside & (rows[:, 1] == level)
                if here.sum() >= 5:
                    shares = rows[here, 2] / rows[here, 3]
                    error = shares.std() / here.sum() ** 0.5
                    axes.errorbar(level, shares.mean(), error, fmt="o", color=colour, markersize=4)
                    axes.plot(level, expected[here].mean(), marker="_", color=colour, markersize=14)
        axes.set(title=name.replace("_", " "), xlabel="level", ylim=(0, 1.03))
        axes.title.set_fontsize("x-small")
    panels[0].set_ylabel("share of right answers")
    figure.suptitle(
        f"seen (points) and fitted by the law {law!r} (dashes): first, middle, last third of the steps (light to dark)",
        fontsize="small",
    )
    figure.savefig(path, dpi=110)


@click.command()
@click.argument("runs", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--output", type=click.Path(path_type=Path), required=True)
@click.option("--figure", type=click.Path(path_type=Path), required=True)
def main(runs: tuple[Path, ...], output: Path, figure: Path) -> None:
    """Fit every law to RUNS, folders of `rlve train`."""
    data: dict[str, list[numpy.ndarray]] = {}
    for run in runs:
        for name, groups in groups_of(run).items():
            data.setdefault(name, []).append(groups)
    fits: dict[str, dict[str, dict[str, float]]] = {}
    for name, groups in data.items():
        fits[name] = {law: fit(groups, law) for law in ("none", *LAWS)}
        for law, values in fits[name].items():
            click.echo(f"{name:48} {law:11}" + "  ".join(f"{key} {value:8.4f}" for key, value in values.items()))
    totals = {law: numpy.mean([fits[name][law]["log_likelihood"] for name in fits]) for law in ("none", *LAWS)}
    best = max(totals, key=lambda law: totals[law])
    click.echo("log-likelihood a group: " + "  ".join(f"{law} {value:.4f}" for law, value in totals.items()) + f"  best: {best}")
    write_json(output, {"runs": [run.parent.name for run in runs], "fits": fits, "log_likelihood": totals, "best": best})
    draw(data, fits, best, figure)


if __name__ == "__main__":
    main()
