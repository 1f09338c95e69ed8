"""What to draw of a run: panels of lines and heat maps from its logs, for the monitor, the report and figure.svg."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import chain
from statistics import fmean
from typing import Any

from rlve.figures.colours import BLUE, GREEN, ORANGE, PINK, RED, SKY
from rlve.figures.heatmap import HeatMap
from rlve.figures.look import readable_name
from rlve.figures.svg import Line, Panel, Point, document, heat_cells, many, thin
from rlve.runs.records import with_levels
from rlve.statistics import MANY, quantiles, running_mean

EPR, REWARD, READABLE, ENTROPY, LENGTH = (
    "effective prompt ratio (EPR)",
    "reward and accuracy",
    "answers that could be read",
    "entropy, nats per token",
    "length of a completion, tokens",
)
MEASURES: dict[str, tuple[Point, tuple[tuple[str, str, str], ...]]] = {
    EPR: ((0, 1), (("effective_prompt_ratio", "informative groups", GREEN),)),
    REWARD: ((0, 1), (("accuracy", "accuracy", BLUE), ("reward", "reward", ORANGE))),
    "informative groups, by reward and by right or wrong": (
        (0, 1),
        (("effective_prompt_ratio", "by reward", GREEN), ("effective_prompt_ratio_correct", "by right or wrong", PINK)),
    ),
    READABLE: ((0, 1), (("format_rate", "share", SKY),)),
    ENTROPY: ((0, 0.1), (("entropy", "entropy", RED),)),
    LENGTH: ((0, 8), (("completion_tokens", "mean length", BLUE),)),
    "gradient norm": ((0, 1), (("gradient_norm", "norm", ORANGE),)),
    "gap between sampled and trained log-probability": ((0, 0.01), (("sampling_gap", "mean gap", RED),)),
}
"""Title -> least span of the axis, and the measures drawn there: key of the records, label, colour."""
STEPS = 200  # at which levels are drawn: more would not be seen
History = Sequence[Mapping[str, Any]]


def run_panels(history: History, heat: HeatMap) -> list[Panel]:
    """Levels, effective prompt ratio, reward and accuracy, and where groups were informative."""
    return [
        level_panel(history),
        measure_panel(history, EPR),
        measure_panel(history, REWARD),
        Panel("informative groups by level and step", cells=heat_cells(heat), y=(-0.5, 3.5)),
    ]


def more_panels(history: History, accuracy: Mapping[float, Mapping[str, float]]) -> list[Panel]:
    """Accuracy by environment, and what else was measured.

    accuracy: step -> environment -> the share of right answers around it.
    """
    every = [
        Panel("accuracy of each environment, at its levels", spread(accuracy)),
        *(measure_panel(history, title) for title in MEASURES if title not in (EPR, REWARD)),
    ]
    return [panel for panel in every if any(line.points for line in panel.lines)]


def run_svg(history: History, title: str = "") -> str:
    """What the records of a run say, as the text of an SVG file: for its figure.svg, and for notebooks."""
    measures = [measure_panel(history, name) for name in (EPR, REWARD, READABLE, ENTROPY, LENGTH)]
    return document([level_panel(history), *measures], title)


def heat_panels(maps: Mapping[str, tuple[HeatMap, str | None]]) -> list[Panel]:
    """Heat maps on the same axis of levels. maps: title -> the counts, and the environment (None: all together)."""
    cells = {title: heat_cells(heat, environment) for title, (heat, environment) in maps.items()}
    highest = max((cell.y for some in cells.values() for cell in some), default=0)
    return [Panel(title, cells=some, y=(-0.5, max(3.5, highest + 0.5))) for title, some in cells.items()]


def level_panel(history: History) -> Panel:
    """The highest level in use of each environment."""
    drawn = set(thin(range(len(history)), STEPS))
    at = {
        record["step"]: {name: high for name, (_, high) in record["levels"].items()}
        for place, record in enumerate(with_levels(history))
        if place in drawn and "levels" in record
    }
    return Panel("highest level in use", spread(at, stairs=True), y=(0, 4))


def measure_panel(history: History, title: str) -> Panel:
    """A panel of MEASURES."""
    span, measures = MEASURES[title]
    return Panel(title, [line for measure in measures for line in smooth(history, *measure)], y=span)


def spread(at: Mapping[float, Mapping[str, float]], *, stairs: bool = False) -> list[Line]:
    """A line for each environment; of more than MANY the quantiles, and the lowest and the highest one by name.

    at: step -> environment -> value; an environment may be missing. The lowest and the highest are so by their mean.
    """
    names = list(dict.fromkeys(chain.from_iterable(at.values())))
    own = {name: [(step, values[name]) for step, values in at.items() if name in values] for name in names[: MANY + 1]}
    if len(names) <= MANY:
        styles = zip(own.items(), many(len(names)), strict=True)
        return [Line(points, readable_name(name), colour, 1.7, 1.0, dash, stairs) for (name, points), (colour, dash) in styles]
    sums: dict[str, list[float]] = {}
    for values in thin(list(at.values()), 40):
        for name, value in values.items():
            sums.setdefault(name, []).append(value)
    ranked = sorted(sums, key=lambda name: fmean(sums[name]))
    low, middle, high = zip(*(quantiles(values.values()) for values in at.values()), strict=True)
    best, worst = ([(step, values[name]) for step, values in at.items() if name in values] for name in (ranked[-1], ranked[0]))
    return [
        Line(list(zip(at, high, strict=True)), "90 % quantile", BLUE, 1.2, 1.0, "", stairs),
        Line(list(zip(at, middle, strict=True)), f"median of {len(names)} environments", BLUE, 2.6, 1.0, "", stairs),
        Line(list(zip(at, low, strict=True)), "10 % quantile", SKY, 1.2, 1.0, "", stairs),
        Line(best, f"highest: {readable_name(ranked[-1])}", GREEN, 1.2, 1.0, "6 3", stairs),
        Line(worst, f"lowest: {readable_name(ranked[0])}", RED, 1.2, 1.0, "2 3", stairs),
    ]


def values(history: History, name: str) -> list[Point]:
    """A measure over the steps, where it is a finite number."""
    points = [(record["step"], record[name]) for record in history if record.get(name) is not None]
    return [(step, value) for step, value in points if math.isfinite(value)]


def smooth(history: History, name: str, label: str, colour: str) -> list[Line]:
    """Single steps as a thin line, means of up to 15 as a thick one."""
    points = values(history, name)
    means = running_mean([value for _, value in points])
    thick = [(step, value) for (step, _), value in zip(points, means, strict=True)]
    return [Line(points, "", colour, 0.8, 0.4), Line(thick, f"{label}, mean of 15", colour, 2.4)]
