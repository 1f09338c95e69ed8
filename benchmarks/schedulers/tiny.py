"""Tables and a figure of the studies on the tiny model, from the results.json of `rlve sweep benchmarks/schedulers/STUDY.toml`.

    python benchmarks/schedulers/tiny.py tiny runs/tiny/results.json
    python benchmarks/schedulers/tiny.py sorting runs/sorting/results.json

Writes STUDY.json (the results), STUDY.txt (tables) beside this file and docs/schedulers_STUDY.png. Results of several sweeps
may be given, such as of arms that were added later.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import click

from rlve.runs import write_json

HERE = Path(__file__).parent
BANDS = {
    "tiny": {"levels 0-3": range(4), "levels 4-8": range(4, 9)},
    "sorting": {"levels 0-4": range(5), "levels 5-9": range(5, 10), "levels 10-19": range(10, 20)},
}
SAMPLING = {"greedy": "greedy", "sampled": "temperature 1"}
COLOURS = {
    "untrained": "#999999",
    "static 0-1": "#CC79A7",
    "static 0-20": "#E69F00",
    "paper": "#0072B2",
    "proportional, no review": "#56B4E9",
    "proportional": "#D55E00",
    "proportional, review 0.4": "#009E73",
}


def share(result: dict[str, Any], evaluation: str, levels: Iterable[int]) -> float:
    """Accuracy of a training over all its environments at some levels, in percent."""
    cells = [by_level[str(level)] for by_level in result[evaluation].values() for level in levels if str(level) in by_level]
    return 100 * sum(right for right, _ in cells) / sum(total for _, total in cells)


def interval(values: list[float], figures: int = 1) -> str:
    """Mean and 95 % interval over seeds (Student's t)."""
    from scipy.stats import t

    if len(values) < 2:
        return f"{values[0]:.{figures}f} (one seed)"
    half = t.ppf(0.975, len(values) - 1) * stdev(values) / len(values) ** 0.5
    return f"{mean(values):.{figures}f} ±{half:.{figures}f}"


def tables(study: str, results: list[dict[str, Any]]) -> list[str]:
    """For each collection the arms' figures, and their differences from the paper's rule seed by seed."""
    lines = [
        f"Tiny model: mean and 95 % interval over seeds (Student's t). benchmarks/schedulers/{study}.toml, data {study}.json"
    ]
    for place in dict.fromkeys(result["environments"] for result in results):
        arms: dict[str, dict[int, dict[str, Any]]] = {}
        for result in results:
            if result["environments"] == place:
                arms.setdefault(result["arm"], {})[result["seed"]] = result
        lines += [
            "",
            f"{place}: effective prompt ratio by correctness, by reward; highest level (mean); seconds a step",
        ]
        for arm, by_seed in arms.items():
            if arm != "untrained":
                some = list(by_seed.values())
                lines.append(
                    f"  {arm:25}{interval([one['effective_prompt_ratio_correct'] for one in some], 2):>18}"
                    f"{interval([one['effective_prompt_ratio'] for one in some], 2):>18}"
                    f"{interval([mean(one['levels'].values()) for one in some]):>18}"
                    f"{mean(one['seconds'] / one['steps'] for one in some):>10.1f}   seeds {', '.join(map(str, by_seed))}"
                )
        for evaluation, words in SAMPLING.items():
            for band, levels in BANDS[study].items():
                lines += ["", f"{place}, {words}, {band}: accuracy in %; difference from the paper's rule on the same seeds"]
                for arm, by_seed in arms.items():
                    both = [seed for seed in by_seed if seed in arms.get("paper", {})]
                    apart = [share(by_seed[s], evaluation, levels) - share(arms["paper"][s], evaluation, levels) for s in both]
                    difference = "" if arm == "paper" or not apart else interval(apart)
                    lines.append(
                        f"  {arm:25}{interval([share(one, evaluation, levels) for one in by_seed.values()]):>18}{difference:>18}"
                    )
    return lines


def draw(study: str, results: list[dict[str, Any]], path: Path) -> None:
    """Accuracy by level for each arm, a collection a row, greedy and at temperature 1."""
    from matplotlib.figure import Figure

    levels = [level for band in BANDS[study].values() for level in band]
    places = list(dict.fromkeys(result["environments"] for result in results))
    figure = Figure(figsize=(10, 3.3 * len(places)), layout="constrained")
    for row, place in zip(figure.subplots(len(places), 2, sharex=True, sharey="row", squeeze=False), places, strict=True):
        for axes, (evaluation, words) in zip(row, SAMPLING.items(), strict=True):
            for arm, colour in COLOURS.items():
                some = [one for one in results if one["environments"] == place and one["arm"] == arm]
                if some:
                    means = [mean(share(one, evaluation, [level]) for one in some) for level in levels]
                    style = "--" if arm == "untrained" else "-"
                    axes.plot(levels, means, style, color=colour, marker="o", markersize=3, label=f"{arm} ({len(some)} seeds)")
            axes.set(title=f"{place}, {words}", xlabel="level", ylim=(0, 101))
            axes.xaxis.get_major_locator().set_params(integer=True)
            axes.grid(alpha=0.3)
        row[0].set_ylabel("held-out accuracy, %")
        row[0].legend(fontsize="x-small")
    figure.savefig(path, dpi=110)


@click.command()
@click.argument("study", type=click.Choice(list(BANDS)))
@click.argument("results", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(study: str, results: tuple[Path, ...]) -> None:
    """Report RESULTS, the results.json of one or several sweeps of STUDY."""
    found = [result for path in results for result in json.loads(path.read_text("utf-8"))]
    lines = tables(study, found)
    write_json(HERE / f"{study}.json", found)
    (HERE / f"{study}.txt").write_text("\n".join(lines) + "\n", "utf-8")
    click.echo("\n".join(lines))
    draw(study, found, HERE.parent.parent / "docs" / f"schedulers_{study}.png")


if __name__ == "__main__":
    main()
