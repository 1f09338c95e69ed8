"""Follow a training run by its folder, from the same kernel or another process, while it runs or afterwards."""

from __future__ import annotations

import logging
import os
import threading
from collections import Counter
from typing import Any

from ipywidgets import HTML as Html
from ipywidgets import Button, Dropdown, HBox, VBox

from rlve.figures.heatmap import HeatMap
from rlve.figures.look import note_html, samples_html
from rlve.figures.panels import run_panels
from rlve.figures.svg import charts
from rlve.runs.folder import RunFolder
from rlve.runs.health import Remark, remarks_of
from rlve.runs.records import ROLLOUT
from rlve.runs.tail import Tail
from rlve.widgets.look import style_sheet

log = logging.getLogger(__name__)

NEWEST = "the newest"
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
        self.remarks: list[Remark] = []
        self._tails = _tails(self.folder)
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
                self._tails = _tails(self.folder)
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
                self._set(self.charts, charts(run_panels(self.history, self._heat)))
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
        """State and remarks of the run."""
        if not self.folder.exists():
            self.remarks = [Remark("plain", f"No run in {self.folder.path} yet: waiting for one.")]
        else:
            self.remarks = remarks_of(self.folder, self.history, self._faults)
            if damaged := sum(tail.damaged for tail in self._tails.values()):
                self.remarks.append(Remark("warning", f"{damaged} damaged lines in the logs were passed over."))
        notes = [note_html(one.kind, one.what, one.remedy.replace("FOLDER", str(self.folder.path))) for one in self.remarks]
        self._set(self.status, "".join(notes))

    def _show_samples(self) -> None:
        if not self._samples:
            self._set(self.completions, '<div class="rlve-quiet">No sample completions yet.</div>')
            return
        step = max(self._samples) if self.sampled.value == NEWEST else int(self.sampled.value)
        self._set(self.completions, samples_html(self._samples.get(step, [])))

    def _set(self, panel: Html, text: str) -> None:
        if panel.value != text:  # nothing is sent, and nothing moves, where nothing changed
            panel.value = text


def _tails(folder: RunFolder) -> dict[str, Tail]:
    needed = {"metrics": (), "outcomes": ROLLOUT, "samples": ROLLOUT}
    return {name: Tail(getattr(folder, name), *fields) for name, fields in needed.items()}
