"""What to draw of a run: panels of lines and heat maps from its logs, for the monitor and the report."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from rlve.figures.colours import COLOURS
from rlve.figures.heatmap import HeatMap
from rlve.figures.look import words_of
from rlve.figures.plotting import running_mean
from rlve.figures.svg import Line, Panel, Point, heat_cells, many

MANY = 8  # environments with a line and a label of their own
History = Sequence[Mapping[str, Any]]


def run_panels(history: History, heat: HeatMap) -> list[Panel]:
    """Levels, effective prompt ratio, reward and accuracy, and where groups were informative."""
    names = list(history[-1].get("levels", {})) if history else []
    own = [
        Line(
            [(record["step"], record["levels"][name][1]) for record in history if name in record.get("levels", {})],
            words_of(name) if len(names) <= MANY else "",
            colour,
            1.6 if len(names) <= MANY else 1.0,
            1.0 if len(names) <= MANY else 0.4,
            dash,
            stairs=True,
        )
        for name, (colour, dash) in zip(names, many(len(names)), strict=True)
    ]
    mean = [Line(values(history, "level"), f"mean of {len(names)}", width=2.6, stairs=True)] if len(names) > MANY else []
    return [
        Panel("highest level in use", [*own, *mean], y=(0, 4)),
        Panel("effective prompt ratio (EPR)", smooth(history, "effective_prompt_ratio", "informative groups", COLOURS[2])),
        Panel(
            "reward and accuracy",
            [*smooth(history, "accuracy", "accuracy", COLOURS[0]), *smooth(history, "reward", "reward", COLOURS[1])],
        ),
        Panel("informative groups by level and step", cells=heat_cells(heat), y=(-0.5, 3.5)),
    ]


def more_panels(history: History, accuracy: Mapping[str, Sequence[Point]]) -> list[Panel]:
    """Accuracy by environment, EPR by right and wrong, form, entropy, length, and the sampling gap where it was measured.

    accuracy: environment -> points, the shares of right answers.
    """
    few = len(accuracy) <= MANY
    lines = [
        Line(points, words_of(name) if few else "", colour, 1.8 if few else 1.0, 1.0 if few else 0.5, dash)
        for (name, points), (colour, dash) in zip(accuracy.items(), many(len(accuracy)), strict=True)
    ]
    every = [
        Panel("accuracy of each environment, at its levels", lines),
        Panel(
            "informative groups, by reward and by right or wrong",
            [
                *smooth(history, "effective_prompt_ratio", "by reward", COLOURS[2]),
                *smooth(history, "effective_prompt_ratio_correct", "by right or wrong", COLOURS[4]),
            ],
        ),
        Panel("answers that could be read", smooth(history, "format_rate", "share", COLOURS[5])),
        Panel("entropy, nats per token", smooth(history, "entropy", "entropy", COLOURS[3]), y=(0, 0.1)),
        Panel("length of a completion, tokens", smooth(history, "completion_tokens", "mean length", COLOURS[0]), y=(0, 8)),
        Panel("gradient norm", smooth(history, "gradient_norm", "norm", COLOURS[1])),
        Panel(
            "gap between sampled and trained log-probability",
            smooth(history, "sampling_gap", "mean gap", COLOURS[3]),
            y=(0, 0.01),
        ),
    ]
    return [panel for panel in every if any(line.points for line in panel.lines)]


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
