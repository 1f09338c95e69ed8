"""Play with schedulers: a rule, its settings, a simulated learner; what it does to levels and informative groups."""

from __future__ import annotations

import inspect
import time
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import Any

from ipywidgets import HTML as Html
from ipywidgets import Dropdown, FloatSlider, HBox, IntSlider, ToggleButton, VBox

from rlve.errors import RequestError
from rlve.extras import need
from rlve.figures.colours import GREEN, GREY
from rlve.figures.heatmap import HeatMap
from rlve.figures.look import note_html
from rlve.figures.panels import spread
from rlve.figures.svg import Line, Panel, charts, heat_cells
from rlve.schedulers import CHOICES, SCHEDULERS, Group, Scheduler, scheduler_named
from rlve.statistics import running_mean
from rlve.widgets.look import style_sheet

ALL = "all environments"
RANGES: dict[str, tuple[float, float, float, str]] = {
    "tau_acc": (0.1, 1.0, 0.05, "accuracy at the highest level that raises it"),
    "tau_num": (8, 512, 8, "rollouts counted per check"),
    "d_delta": (1, 12, 1, "levels in the window"),
    "low": (0, 40, 1, "lowest level"),
    "high": (0, 40, 1, "highest level"),
    "up": (0.0, 0.95, 0.05, "share of right answers that raises the level"),
    "target": (0.0, 1.0, 0.05, "share of right answers aimed at"),
    "gain": (0.0, 8.0, 0.25, "levels moved per unit of share"),
    "correlation": (0.0, 1.0, 0.05, "of the rollouts of a problem"),
    "drift": (0.0, 0.5, 0.02, "how fast the belief spreads"),
    "forget": (0.0, 0.5, 0.01, "share of the belief that goes back to the prior"),
}
"""From, to and step of a setting's slider, and what it is; a setting not named here gets 0 to twice its default."""
KEPT = {"colour": GREY, "label": "kept", "width": 2.4, "dash": ""}
LEVELS, RATIO, ABILITY = ("highest level in use", "informative groups (EPR)", "what the learner can do, in levels")
AXES = {LEVELS: (0.0, 4.0), RATIO: (0.0, 1.0), ABILITY: (0.0, 4.0)}
STYLE = {"description_width": "120px"}
LAYOUT = {"width": "370px"}


class SchedulerPlayground(VBox):
    """Sliders for a scheduler and a simulated learner; levels, effective prompt ratio and heat map, drawn anew at each move.

    rule: a key of `rlve.schedulers.SCHEDULERS`. environments, prompts, rollouts, steps, seed: first values of the sliders.
    Other arguments are first values of the rule's settings, such as tau_acc=0.9.

    `frame` holds the steps (see `rlve.studies.simulation.simulate`), `heat` the groups by level, `seconds` what the redraw took.
    """

    def __init__(
        self,
        rule: str = "paper",
        *,
        environments: int = 8,
        prompts: int = 32,
        rollouts: int = 8,
        steps: int = 150,
        seed: int = 0,
        **settings: float,
    ) -> None:
        need("numpy", "pandas", extra="notebooks")
        from rlve.studies.simulation import LAWS

        if rule not in SCHEDULERS:
            raise RequestError(f"unknown rule {rule!r}: expected one of {', '.join(SCHEDULERS)}")
        self.frame: Any = None
        self.heat = HeatMap()
        self.levels: list[dict[str, tuple[int, int]]] = []
        self.seconds = 0.0
        self._busy, self._about = False, ""
        self.rule = Dropdown(description="rule", options=list(SCHEDULERS), value=rule, style=STYLE, layout=LAYOUT)
        self.law = Dropdown(description="learning law", options=list(LAWS), style=STYLE, layout=LAYOUT)
        self.environments = _whole("environments", environments, 1, 40)
        self.prompts = _whole("prompts a step", prompts, 4, 64)
        self.rollouts = _whole("rollouts each", rollouts, 2, 16)
        self.steps = _whole("steps", steps, 20, 300)
        self.seed = _whole("seed", seed, 0, 20)
        self.shown = Dropdown(description="heat map of", options=[ALL], style=STYLE, layout=LAYOUT)
        self.keep = ToggleButton(description="keep as grey line", tooltip="to compare the next choice with this one")
        self.kept: dict[str, list[Line]] = {}
        self._lines: dict[str, list[Line]] = {}
        self.settings: dict[str, Any] = {}
        self.settings_box, self.choice = VBox(), Dropdown()
        self.explained, self.words, self.charts = Html(), Html(), Html()
        learner = VBox([self.environments, self.prompts, self.rollouts, self.steps, self.law, self.seed])
        left = VBox([self.rule, self.settings_box, self.shown, self.keep])
        super().__init__(
            [style_sheet(), HBox([left, learner], layout={"flex_flow": "row wrap"}), self.explained, self.words, self.charts]
        )
        self.add_class("rlve")
        for slider in (self.environments, self.prompts, self.rollouts, self.steps, self.law, self.seed):
            slider.observe(lambda change: self.redraw(), "value")
        self.rule.observe(lambda change: self._offer_settings({}), "value")
        self.keep.observe(lambda change: self._keep(), "value")
        self.shown.observe(lambda change: self._show(), "value")
        self._offer_settings(settings)

    def scheduler(self) -> Scheduler:
        """A scheduler as the sliders say; ValueError where its settings do not fit together."""
        from rlve.studies.simulation import simulated_environments

        chosen = {name: slider.value for name, slider in self.settings.items()}
        options = {name: round(value, 4) if isinstance(value, float) else value for name, value in chosen.items()}
        return scheduler_named(
            self.rule.value,
            simulated_environments(self.environments.value),
            seed=self.seed.value,
            choice=self.choice.value,
            **options,
        )

    def redraw(self) -> None:
        """Simulate and draw anew."""
        if self._busy:
            return
        from rlve.studies.simulation import Learner, simulate

        start = time.perf_counter()
        try:
            scheduler = self.scheduler()
        except ValueError as error:
            self.words.value = note_html("warning", str(error))
            return
        self.heat, self.levels = HeatMap(), []
        _watch(scheduler, self.heat, self.levels)
        learner = Learner(self.environments.value, self.law.value, seed=self.seed.value)
        self.frame = simulate(
            scheduler, learner, steps=self.steps.value, prompts=self.prompts.value, rollouts=self.rollouts.value
        )
        self._busy = True
        names = list(scheduler.environments)
        if self.shown.options != (ALL, *names):
            kept = self.shown.value if self.shown.value in names else ALL
            self.shown.options, self.shown.value = (ALL, *names), kept
        self._busy = False
        self._show()
        self.seconds = time.perf_counter() - start

    def _offer_settings(self, first: dict[str, float]) -> None:
        """Sliders for the settings of the rule."""
        parameters = inspect.signature(SCHEDULERS[self.rule.value]).parameters
        numbers = {
            name: item.default for name, item in parameters.items() if name != "seed" and type(item.default) in (int, float)
        }
        if strangers := first.keys() - numbers.keys():
            raise RequestError(f"{self.rule.value} has no setting {', '.join(sorted(strangers))}: it has {', '.join(numbers)}")
        self.settings = {name: _slider(name, default, first.get(name, default)) for name, default in numbers.items()}
        self.choice = Dropdown(
            description="environment by",
            options=[(word.replace("_", " "), word) for word in CHOICES],
            value=parameters["choice"].default,
            style=STYLE,
            layout=LAYOUT,
        )
        for control in (*self.settings.values(), self.choice):
            control.observe(lambda change: self.redraw(), "value")
        self.settings_box.children = (*self.settings.values(), self.choice)
        lines = [f"<b>{name}</b>: {RANGES[name][3]}" for name in self.settings if name in RANGES]
        rule = " ".join((SCHEDULERS[self.rule.value].__doc__ or "").strip().partition("\n\n")[0].split())
        self._about = f"{escape(rule)}<br>{' · '.join(lines)}<br>" if lines else f"{escape(rule)}<br>"
        self.redraw()

    def _keep(self) -> None:
        self.kept = self._lines if self.keep.value else {}
        self.keep.description = "drop the grey line" if self.keep.value else "keep as grey line"
        self._show()

    def _show(self) -> None:
        if self._busy or self.frame is None:
            return
        from rlve.studies.simulation import LAWS

        frame, one = self.frame, None if self.shown.value == ALL else self.shown.value
        steps = frame["step"].tolist()
        lines = {
            LEVELS: _level_lines(steps, self.levels, one),
            RATIO: _ratio_lines(steps, frame["epr"].tolist()),
            ABILITY: [Line(_pairs(steps, frame["ability"]), "mean", width=2.4)],
        }
        self._lines = {title: [replace(own[-1], **KEPT)] for title, own in lines.items()}
        panels = [Panel(title, [*self.kept.get(title, []), *own], y=AXES[title]) for title, own in lines.items()]
        panels.append(
            Panel(f"informative groups by level and step, {self.shown.value}", cells=heat_cells(self.heat, one), y=(-0.5, 3.5))
        )
        self.explained.value = (
            f'<div class="rlve-quiet">{self._about}<b>learning law {self.law.value}</b>: {escape(LAWS[self.law.value])}</div>'
        )
        first, last = frame["ability"].iloc[0], frame["ability"].iloc[-1]
        self.words.value = note_html(
            "plain",
            f"In {len(steps)} steps the learner went from {first:.1f} to {last:.1f} levels. "
            f"{100 * frame['epr'].mean():.0f} % of the groups were informative, "
            "with right and wrong answers; the others taught nothing.",
        )
        self.charts.value = charts(panels)


def _watch(scheduler: Scheduler, heat: HeatMap, levels: list[dict[str, tuple[int, int]]]) -> None:
    """Note the groups that a scheduler learns from, and its levels after each update."""
    learn = scheduler.learn

    def noting(groups: Sequence[Group]) -> None:
        for group in groups:
            heat.add(len(levels) + 1, group.task.environment, group.task.level, group.mixed)
        learn(groups)
        levels.append(scheduler.levels())

    scheduler.learn = noting  # type: ignore[method-assign]


def _level_lines(steps: Sequence[int], levels: Sequence[dict[str, tuple[int, int]]], one: str | None) -> list[Line]:
    names = [one] if one else list(levels[0])
    at = {step: {name: now[name][1] for name in names} for step, now in zip(steps, levels, strict=True)}
    mean = [sum(high for _, high in now.values()) / len(now) for now in levels]
    return [*spread(at, stairs=True), Line(_pairs(steps, mean), "mean of all", width=2.6, stairs=True)]


def _ratio_lines(steps: Sequence[int], ratio: Sequence[float]) -> list[Line]:
    return [
        Line(_pairs(steps, ratio), "a step", GREEN, width=0.9, opacity=0.45),
        Line(_pairs(steps, running_mean(ratio)), "mean of 15", GREEN, width=2.4),
    ]


def _pairs(steps: Sequence[int], values: Any) -> list[tuple[float, float]]:
    return list(zip(steps, [float(value) for value in values], strict=True))


def _slider(name: str, default: float, value: float) -> Any:
    low, high, step, *_ = RANGES.get(name, (0, 2 * default or 1, default / 10 or 0.1))
    kind, step = (IntSlider, max(1, int(step))) if type(default) is int else (FloatSlider, step)
    low, high = min(low, value), max(high, value)
    return kind(description=name, min=low, max=high, step=step, value=value, style=STYLE, layout=LAYOUT)


def _whole(words: str, value: int, low: int, high: int) -> IntSlider:
    return IntSlider(description=words, min=min(low, value), max=max(high, value), value=value, style=STYLE, layout=LAYOUT)
