"""Explore environments: draw a problem, read it, answer it, see the verdict and its reason."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from ipywidgets import HTML as Html
from ipywidgets import BoundedIntText, Button, Dropdown, HBox, IntSlider, Text, Textarea, ToggleButton, VBox

from rlve.answers.extraction import wrap
from rlve.answers.grids import Grid
from rlve.environment import Environment
from rlve.figures.look import note_html, readable_name, verdict_html
from rlve.registry import EnvironmentLike, index, make, names, problem, resolve, rooms
from rlve.verdict import Verdict
from rlve.widgets.look import style_sheet

KINDS = {"answer": "one right answer", "optimization": "an optimum to reach", "constraint": "conditions to keep"}
OWN = "your own"
FIRST = "integer_sorting"
LAST_SEED = 999_999_999  # those above belong to evaluation


class EnvironmentExplorer(VBox):
    """Room, environment, level and seed; the problem they name; a box for an answer, its verdict and the reason.

    environments: what `rlve.resolve` takes (a class of your own, names, rooms, collections, files); None offers all rooms.
    level, seed: of the first problem. Enter checks the answer; Tab goes through in reading order.

    `problem` is the problem shown (None where it cannot be drawn), `verdict` the newest verdict (None before one).
    """

    def __init__(
        self, environments: EnvironmentLike | Iterable[EnvironmentLike] | None = None, *, level: int = 1, seed: int = 0
    ) -> None:
        self._classes = None if environments is None else {cls.name: cls for cls in resolve(environments)}
        self.problem: Environment | None = None
        self.verdict: Verdict | None = None
        self._shown: Any = None
        wide, short = {"description_width": "90px"}, {"width": "auto"}
        self.room = Dropdown(description="room", options=[(readable_name(name), name) for name in self._rooms()], style=wide)
        if environments is None:
            self.room.value = index()[FIRST]["room"]
        self.environment = Dropdown(description="environment", style=wide, layout={"width": "460px"})
        self.level = IntSlider(description="level", min=0, max=max(level, 1), value=level, style=wide, layout={"width": "460px"})
        self.seed = BoundedIntText(description="seed", min=0, max=LAST_SEED, value=seed, style=wide, layout={"width": "230px"})
        self.another = Button(description="another problem", tooltip="the next seed", layout=short)
        self.about, self.prompt, self.result, self.solution = Html(), Html(), Html(), Html()
        # Not sent with each key: a busy kernel would get Enter before the last keys.
        box = {"description": "your answer", "continuous_update": False, "style": wide, "layout": {"width": "620px"}}
        self.answer = Text(placeholder="type it and press Enter", **box)
        self.lines = Textarea(rows=6, placeholder="type it, line by line", **box)
        self.check = Button(description="check", button_style="primary", tooltip="judge the answer", layout=short)
        self.reference = ToggleButton(description="show a right answer", value=False, layout=short)
        super().__init__(
            [
                style_sheet(),
                HBox([self.room, self.environment], layout={"flex_flow": "row wrap"}),
                HBox([self.level, self.seed, self.another], layout={"flex_flow": "row wrap"}),
                self.about,
                self.prompt,
                HBox([self.answer, self.lines, self.check, self.reference], layout={"flex_flow": "row wrap"}),
                self.result,
                self.solution,
            ]
        )
        self.add_class("rlve")
        self.room.observe(lambda change: self._offer(), "value")
        self.environment.observe(lambda change: self._draw(), "value")
        self.level.observe(lambda change: self._draw(), "value")
        self.seed.observe(lambda change: self._draw(), "value")
        self.reference.observe(lambda change: self._show_reference(), "value")
        self.another.on_click(lambda button: self._next())
        self.check.on_click(lambda button: self.submit())
        self.answer.observe(lambda change: self._judge(change["new"]), "value")  # sent by Enter, or by leaving the box
        self._offer()

    def submit(self, text: str | None = None) -> Verdict | None:
        """Judge a text, or what stands in the answer box, as the final answer; the tags around it may be left out."""
        box = self.lines if isinstance(self._format(), Grid) else self.answer
        if text is not None:
            box.value = text
        if not box.value.strip():
            self.result.value = note_html("plain", "Type an answer first.")
        self._judge(box.value)
        return self.verdict

    def _judge(self, text: str) -> None:
        self.verdict = None
        if self.problem is None or not text.strip():
            return
        marked = "<answer>" in text.lower() or "\\boxed" in text
        self.verdict = self.problem.verify(text if marked else wrap(text))
        self.result.value = verdict_html(self.verdict.status, self.verdict.reward, self.verdict.reason)

    def _rooms(self) -> list[str]:
        if self._classes is None:
            return rooms()
        return list(dict.fromkeys(cls.room or OWN for cls in self._classes.values()))

    def _offer(self) -> None:
        """Offer the environments of the room."""
        if self._classes is None:
            offered = names(self.room.value)
        else:
            offered = [name for name, cls in self._classes.items() if (cls.room or OWN) == self.room.value]
        self.environment.options = [(readable_name(name), name) for name in offered]
        self.environment.value = FIRST if FIRST in offered else offered[0]
        self._draw()

    def _class(self) -> type[Environment]:
        name = self.environment.value
        return make(name) if self._classes is None else self._classes[name]

    def _draw(self) -> None:
        """Show the problem that the controls name, unless it is shown already."""
        cls = self._class()
        self.level.max = max(cls.max_level, 0)  # a value above it falls to it, which comes back here
        wanted = (cls, self.level.value, self.seed.value)
        if wanted == self._shown:
            return
        self._shown = wanted
        self.verdict, self.result.value, self.answer.value, self.lines.value = None, "", "", ""
        try:
            sizes = ", ".join(f"{name} = {value}" for name, value in cls.parameters(self.level.value).items())
            self.problem = problem(*wanted)
            text = self.problem.prompt()
        except (Exception, SystemExit) as error:  # an environment in the making: its author wants the words, not no panel
            self.problem, sizes, text = None, "", ""
            self.prompt.value = note_html("bad", f"No problem drawn: {cls.__name__} raised {type(error).__name__}: {error}")
        else:
            self.prompt.value = f'<pre tabindex="0" aria-label="problem">{escape(text)}</pre>'
        self.about.value = f'<div class="rlve-quiet">{self._about(cls, sizes)}</div>'
        grid = isinstance(self._format(), Grid)
        self.answer.layout.display, self.lines.layout.display = ("none", "") if grid else ("", "none")
        self._show_reference()

    def _about(self, cls: type[Environment], sizes: str) -> str:
        title = index()[cls.name]["title"] if cls.name in index() and cls.room else (cls.__doc__ or "").strip().partition("\n")[0]
        parts = [f"<b>{escape(title)}</b>", KINDS[cls.kind], f"levels 0 to {cls.max_level}"]
        parts += [f"at this level {escape(sizes)}"] if sizes else []
        parts += [f"in the paper: {escape(cls.paper_name)}"] if cls.paper_name else []
        return " · ".join(parts)

    def _format(self) -> Any:
        return None if self.problem is None else self.problem.format

    def _show_reference(self) -> None:
        self.reference.description = "hide the right answer" if self.reference.value else "show a right answer"
        if not self.reference.value or self.problem is None:
            self.solution.value = ""
            return
        try:
            self.solution.value = f'a right answer:<pre aria-label="a right answer">{escape(self.problem.reference_text)}</pre>'
        except (Exception, SystemExit) as error:
            self.solution.value = note_html("bad", f"solve() raised {type(error).__name__}: {error}")

    def _next(self) -> None:
        self.reference.value = False
        self.seed.value = 0 if self.seed.value == LAST_SEED else self.seed.value + 1
