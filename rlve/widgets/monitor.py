"""Follow a training run by its folder, from the same kernel or another process, while it runs or afterwards."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import Counter
from html import escape
from typing import Any

from ipywidgets import HTML as Html
from ipywidgets import Button, Dropdown, HBox, VBox

from rlve.health import RECENT, Finding, findings, state
from rlve.heatmap import HeatMap
from rlve.plotting import running_mean
from rlve.registry import problem
from rlve.runs import RunFolder
from rlve.tail import Tail
from rlve.widgets.look import note_html, style_sheet, verdict_html, words_of
from rlve.widgets.svg import COLOURS, Line, Panel, Point, charts, heat_cells, many

log = logging.getLogger(__name__)

NEWEST = "the newest"
MANY = 8  # environments with a line and a label of their own
SHORT = {"width": "auto"}


class TrainingMonitor(VBox):
    """Whether a run lives, what to change if not; levels, effective prompt ratio, reward, accuracy, heat map, samples.

    folder: a `RunFolder` or its path; it need not exist yet. every: seconds between two looks. follow: False looks once.

    All it knows is in the folder: after a restart of the kernel make it again, and nothing is lost. A thread looks, so that
    the panel moves while a cell trains; `stop()` ends it, `start()` takes it up again, `look()` looks once.
    """

    def __init__(self, folder: RunFolder | str | os.PathLike[str], *, every: float = 1.0, follow: bool = True) -> None:
        self.folder = folder if isinstance(folder, RunFolder) else RunFolder(folder)
        self.every = every
        self.history: list[dict[str, Any]] = []
        self.findings: list[Finding] = []
        self._tails = {name: Tail(getattr(self.folder, name)) for name in ("metrics", "outcomes", "samples")}
        self._heat, self._faults = HeatMap(), dict[int, Counter[str]]()
        self._samples: dict[int, list[dict[str, Any]]] = {}
        self._lock, self._stopping = threading.RLock(), threading.Event()
        self._thread: threading.Thread | None = None
        self.status, self.charts, self.completions = Html(), Html(), Html()
        self.sampled = Dropdown(description="samples of step", options=[NEWEST], style={"description_width": "110px"})
        self.button = Button(description="stop following", layout=SHORT)
        super().__init__(
            [
                style_sheet(),
                self.status,
                self.charts,
                HBox([self.sampled, self.button], layout={"flex_flow": "row wrap"}),
                self.completions,
            ]
        )
        self.add_class("rlve")
        self.sampled.observe(lambda change: self._show_samples(), "value")
        self.button.on_click(lambda button: self.stop() if self.following else self.start())
        self.look()
        if follow:
            self.start()
        else:
            self.button.description = "follow"

    @property
    def following(self) -> bool:
        """Whether the thread runs."""
        return self._thread is not None and self._thread.is_alive()

    def start(self) -> None:
        """Follow the folder until `stop`."""
        if not self.following:
            self._stopping = threading.Event()
            self._thread = threading.Thread(target=self._follow, args=(self._stopping,), name="rlve monitor", daemon=True)
            self._thread.start()
            self.button.description = "stop following"

    def stop(self) -> None:
        """End the thread; what is shown stays."""
        self._stopping.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout=10)
        self._thread = None
        self.button.description = "follow again"

    def close(self) -> None:
        """Stop, and take the panel away."""
        self.stop()
        super().close()

    def look(self) -> None:
        """Read what is new in the folder, and show it."""
        with self._lock:
            news = {name: (tail.look(), tail.restarted) for name, tail in self._tails.items()}
            if any(restarted for _, restarted in news.values()):  # a resumed run cut its logs back: read all of them anew
                self.history, self._heat, self._faults, self._samples = [], HeatMap(), {}, {}
                self._tails = {name: Tail(getattr(self.folder, name)) for name in self._tails}
                news = {name: (tail.look(), False) for name, tail in self._tails.items()}
            metrics, outcomes, samples = (rows for rows, _ in news.values())
            self.history += metrics
            self._heat.add_rows(outcomes)
            for row in outcomes:
                if row["status"] == "fault":
                    self._faults.setdefault(row["step"], Counter())[row["environment"]] += 1
            for row in samples:
                self._samples.setdefault(row["step"], []).append(row)
            self._judge()
            if metrics or outcomes or not self.charts.value:
                self._set(self.charts, charts(self._panels()))
            if samples or not self.completions.value:
                kept = self.sampled.value
                self.sampled.options = [NEWEST, *map(str, reversed(self._samples))]
                self.sampled.value = kept if kept in self.sampled.options else NEWEST
                self._show_samples()

    def _follow(self, stopping: threading.Event) -> None:
        said = None
        while not stopping.wait(self.every):
            try:
                self.look()
            except Exception as error:  # the folder may be halfway through a change: the next look may find it whole
                if repr(error) != said:
                    log.warning("the monitor of %s could not look: %r", self.folder.path, error)
                said = repr(error)

    def _judge(self) -> None:
        """State and findings of the run."""
        if not self.folder.exists():
            self.findings = [Finding("plain", f"No run in {self.folder.path} yet: waiting for one.")]
        else:
            settings = self.folder.config().get("settings", {})
            total, prompts, rollouts = (settings.get(key) for key in ("steps", "prompts_per_step", "rollouts_per_prompt"))
            life = self.folder.metrics if self.history and self.folder.metrics.exists() else self.folder.path / "config.json"
            saved = self.folder.checkpoint()
            now = state(self.history, total, max(0.0, time.time() - life.stat().st_mtime), saved and saved[1].get("step"))
            steps = [record["step"] for record in self.history[-RECENT:]]
            faulty = sum((self._faults.get(step, Counter()) for step in steps), Counter())
            each = prompts * rollouts if prompts and rollouts else None
            self.findings = [now, *findings(self.history, each, faulty)]
            if damaged := sum(tail.damaged for tail in self._tails.values()):
                self.findings.append(Finding("warning", f"{damaged} damaged lines in the logs were passed over."))
        notes = [note_html(kind, what, remedy.replace("FOLDER", str(self.folder.path))) for kind, what, remedy in self.findings]
        self._set(self.status, "".join(notes))

    def _panels(self) -> list[Panel]:
        names = list(self.history[-1].get("levels", {})) if self.history else []
        own = [
            Line(
                [(record["step"], record["levels"][name][1]) for record in self.history if name in record.get("levels", {})],
                words_of(name) if len(names) <= MANY else "",
                colour,
                1.6 if len(names) <= MANY else 1.0,
                1.0 if len(names) <= MANY else 0.4,
                dash,
                stairs=True,
            )
            for name, (colour, dash) in zip(names, many(len(names)), strict=True)
        ]
        mean = [Line(self._values("level"), f"mean of {len(names)}", width=2.6, stairs=True)] if len(names) > MANY else []
        return [
            Panel("highest level in use", [*own, *mean], y=(0, 4)),
            Panel("effective prompt ratio (EPR)", self._smooth("effective_prompt_ratio", "informative groups", COLOURS[2])),
            Panel(
                "reward and accuracy",
                [*self._smooth("accuracy", "accuracy", COLOURS[0]), *self._smooth("reward", "reward", COLOURS[1])],
            ),
            Panel("informative groups by level and step", cells=heat_cells(self._heat), y=(-0.5, 3.5)),
        ]

    def _values(self, name: str) -> list[Point]:
        return [(record["step"], record[name]) for record in self.history if record.get(name) is not None]

    def _smooth(self, name: str, label: str, colour: str) -> list[Line]:
        """Single steps as a thin line, means of up to 15 as a thick one."""
        points = self._values(name)
        means = running_mean([value for _, value in points])
        thick = [(step, value) for (step, _), value in zip(points, means, strict=True)]
        return [Line(points, "", colour, 0.8, 0.4), Line(thick, f"{label}, mean of 15", colour, 2.4)]

    def _show_samples(self) -> None:
        if not self._samples:
            self._set(self.completions, '<div class="rlve-quiet">No sample completions yet.</div>')
            return
        step = max(self._samples) if self.sampled.value == NEWEST else int(self.sampled.value)
        self._set(self.completions, _samples_html(self._samples.get(step, [])))

    def _set(self, panel: Html, text: str) -> None:
        if panel.value != text:  # nothing is sent, and nothing moves, where nothing changed
            panel.value = text


def _samples_html(rows: list[dict[str, Any]]) -> str:
    """Completions with their verdicts, under the problem they answer; its prompt unfolds."""
    parts, shown = [], None
    for row in rows:
        if (task := (row["environment"], row["level"], row["seed"])) != shown:
            shown, prompt = task, row.get("prompt")
            if isinstance(prompt, list):
                prompt = "\n\n".join(str(message.get("content", "")) for message in prompt)
            place = f"step {row['step']}: {words_of(row['environment'])}, level {row['level']}, seed {row['seed']}"
            parts.append(
                f"<details><summary>{escape(place)} (unfold the prompt)</summary><pre>{escape(str(prompt))}</pre></details>"
            )
        cut = '<div class="rlve-quiet">cut off at the length limit</div>' if row.get("truncated") else ""
        verdict = verdict_html(row["status"], row["reward"], _reason(row))
        parts.append(f"<pre>{escape(row['completion'])}</pre>{cut}{verdict}")
    return "".join(parts)


def _reason(row: dict[str, Any]) -> str:
    """Why the completion got its verdict: judged again, where this kernel knows the environment and agrees."""
    try:
        verdict = problem(row["environment"], row["level"], row["seed"]).verify(row["completion"])
    except Exception:
        return ""
    return verdict.reason if verdict.status == row["status"] else ""
