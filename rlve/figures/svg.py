"""Line charts and heat maps as SVG text: in the theme's text colour, drawn in milliseconds, and replaced at once."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise

from rlve.figures.colours import COLOURS
from rlve.figures.heatmap import HeatMap

DASHES = ("", "6 3", "2 3")
RAMP = ("#46327e", "#365c8d", "#277f8e", "#1fa187", "#4ac16d", "#a0da39", "#fde725")  # viridis without its darkest end
WIDTH, HEIGHT = 420, 230
LEFT, RIGHT, TOP, BOTTOM = 40, 18, 26, 36
ROW, LABEL, CHARACTER = 17, 55, 5.9  # of the legend: height of a row, characters of an entry, width of one
POINTS = 400  # of a line: more would not be seen

Point = tuple[float, float]


@dataclass
class Line:
    """A line through points; those without a label are not in the legend. stairs: a value holds until the next point."""

    points: Sequence[Point]
    label: str = ""
    colour: str = "currentColor"
    width: float = 1.8
    opacity: float = 1.0
    dash: str = ""
    stairs: bool = False


@dataclass
class Cell:
    """A cell of a heat map over x0..x1 and the whole number y, share in [0, 1]; `note` shows under the mouse."""

    x0: float
    x1: float
    y: int
    share: float
    note: str = ""


@dataclass
class Panel:
    """Lines and cells over one pair of axes. y: the least span of the axis, widened where the data need it."""

    title: str
    lines: list[Line] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    y: Point = (0.0, 1.0)
    x_label: str = "step"


def many(number: int) -> Iterable[tuple[str, str]]:
    """A colour and a dash pattern for each of some lines."""
    for place in range(number):
        yield COLOURS[place % len(COLOURS)], DASHES[place // len(COLOURS) % len(DASHES)]


def charts(panels: Sequence[Panel]) -> str:
    """Panels side by side, as many in a row as fit."""
    return f'<div class="rlve-charts">{"".join(f"<figure>{draw(panel)}</figure>" for panel in panels)}</div>'


def document(panels: Sequence[Panel], title: str = "", columns: int = 2) -> str:
    """Panels in rows as the text of an SVG file, dark on white wherever it is shown."""
    parts, top = [], 30 if title else 6
    rows = [panels[start : start + columns] for start in range(0, len(panels), columns)]
    for row in rows:
        for column, panel in enumerate(row):
            parts.append(draw(panel, f'x="{column * WIDTH}" y="{top}" width="{WIDTH}" height="{_height(panel)}" '))
        top += max(map(_height, row)) + 8
    wide = WIDTH * min(columns, max(len(panels), 1))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {top}" width="{wide}" height="{top}" '
        f'font-family="system-ui, sans-serif" color="#222"><rect width="{wide}" height="{top}" fill="white"/>'
        f'<text x="{LEFT}" y="20" font-size="14" fill="#222">{escape(title)}</text>{"".join(parts)}</svg>\n'
    )


def draw(panel: Panel, place: str = "") -> str:
    """One panel as an SVG element, its legend below the axis. place: attributes that say where it stands
    in a document, where the notes of cells are left out."""
    xs, (low, high) = _span(panel)
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM

    def x(value: float) -> float:
        return LEFT + (value - xs[0]) / (xs[1] - xs[0]) * (right - LEFT)

    def y(value: float) -> float:
        return bottom - (value - low) / (high - low) * (bottom - TOP)

    parts = [f'<text x="{LEFT}" y="15" font-weight="600">{escape(panel.title)}</text>']
    for tick in ticks(low, high, 5):
        parts.append(f'<path d="M{LEFT} {y(tick):.1f}H{right}" stroke="currentColor" opacity=".15"/>')
        parts.append(f'<text x="{LEFT - 5}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick:g}</text>')
    for tick in ticks(*xs, 6):
        parts.append(f'<text x="{x(tick):.1f}" y="{bottom + 15}" text-anchor="middle">{tick:g}</text>')
    parts.append(f'<path d="M{LEFT} {TOP}V{bottom}H{right}" fill="none" stroke="currentColor" opacity=".5"/>')
    parts.append(f'<text x="{(LEFT + right) / 2}" y="{HEIGHT - 6}" text-anchor="middle">{escape(panel.x_label)}</text>')
    by_look: dict[tuple[str, str], str] = {}  # cells of one colour are one path, unless each has a note of its own
    for cell in panel.cells:
        left, above = x(cell.x0), y(cell.y + 0.5)
        box = f"M{left:.1f} {above:.1f}H{x(cell.x1) + 0.2:.1f}V{y(cell.y - 0.5):.1f}H{left:.1f}Z"
        look = ramp(round(32 * cell.share) / 32), "" if place else cell.note
        by_look[look] = by_look.get(look, "") + box
    parts += [
        f'<path d="{boxes}" fill="{colour}">{f"<title>{escape(note)}</title>" if note else ""}</path>'
        for (colour, note), boxes in by_look.items()
    ]
    for line in panel.lines:
        points = thin(corners(line.points) if line.stairs else line.points)
        parts.append(_path(line, [(x(a), y(b)) for a, b in points]))
    if not panel.cells and not any(line.points for line in panel.lines):
        parts.append(
            f'<text x="{(LEFT + right) / 2}" y="{(TOP + bottom) / 2}" text-anchor="middle" opacity=".7">no data yet</text>'
        )
    for row, items in enumerate(_legend(panel)):
        parts += [f'<g transform="translate({left} {HEIGHT + ROW * row})">{item}</g>' for left, item in items]
    return (
        f'<svg {place}viewBox="0 0 {WIDTH} {_height(panel)}" role="img" aria-label="{escape(_words(panel))}" font-size="11.5" '
        f'fill="currentColor" stroke-linejoin="round">{"".join(parts)}</svg>'
    )


def heat_cells(heat: HeatMap, environment: str | None = None) -> list[Cell]:
    """The squares of a heat map as cells of a panel."""
    return [
        Cell(
            square.first - 0.5,
            square.last + 0.5,
            square.level,
            square.share,
            f"level {square.level}, steps {square.first} to {square.last}: {square.informative} of {square.groups} informative",
        )
        for square in heat.squares(environment)
    ]


def ramp(share: float) -> str:
    """The heat map's colour of a share in [0, 1]."""
    place = max(0.0, min(1.0, share)) * (len(RAMP) - 1)
    low = min(int(place), len(RAMP) - 2)
    pairs = [(int(RAMP[low][at : at + 2], 16), int(RAMP[low + 1][at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * (place - low)):02x}" for a, b in pairs)


def ticks(low: float, high: float, about: int) -> list[float]:
    """Round numbers from low to high, about so many."""
    raw = (high - low) / about
    unit = 10.0 ** math.floor(math.log10(raw))
    step = next(factor * unit for factor in (1, 2, 5, 10) if factor * unit >= raw * 0.999)
    return [round(place * step, 10) for place in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def thin(points: Sequence[Point], most: int = POINTS) -> Sequence[Point]:
    """At most so many points, evenly chosen, the last one among them."""
    every = -(-len(points) // most) or 1
    return points if every == 1 else [*points[:-1:every], points[-1]]


def corners(points: Sequence[Point]) -> Sequence[Point]:
    """The points of stairs at which they change, and the last one: the others would not be seen."""
    kept = [point for before, point in pairwise(points) if point[1] != before[1]]
    return [*points[:1], *kept, *points[-1:]]


def _span(panel: Panel) -> tuple[Point, Point]:
    points = [point for line in panel.lines for point in line.points]
    xs = [point[0] for point in points] + [edge for cell in panel.cells for edge in (cell.x0, cell.x1)]
    ys = [point[1] for point in points] + [edge for cell in panel.cells for edge in (cell.y - 0.5, cell.y + 0.5)]
    first, last = min(xs, default=0), max(xs, default=1)
    return (first, last if last > first else first + 1), (min([panel.y[0], *ys]), max([panel.y[1], *ys]))


def _path(line: Line, points: Sequence[Point]) -> str:
    if not points:
        return ""
    text = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for x, y in points[1:]:
        text += f"H{x:.1f}V{y:.1f}" if line.stairs else f"L{x:.1f} {y:.1f}"
    if len(points) == 1:
        text += "h3"  # a single point is seen
    dash = f' stroke-dasharray="{line.dash}"' if line.dash else ""
    return (
        f'<path d="{text}" fill="none" stroke="{line.colour}" stroke-width="{line.width}" opacity="{line.opacity}"{dash}>'
        f"<title>{escape(line.label)}</title></path>"
    )


def _height(panel: Panel) -> int:
    return HEIGHT + ROW * len(_legend(panel))


def _legend(panel: Panel) -> list[list[tuple[int, str]]]:
    """Rows of entries, each with its place from the left."""
    entries = [(_stroke(line), line.label) for line in panel.lines if line.label]
    if panel.cells:
        blocks = "".join(f'<rect x="{3 * at}" y="4" width="3" height="9" fill="{colour}"/>' for at, colour in enumerate(RAMP))
        entries.append((blocks, "groups that were informative: dark none, bright all"))
    rows: list[list[tuple[int, str]]] = []
    left = WIDTH
    for mark, label in entries:
        text = label if len(label) <= LABEL else f"{label[: LABEL - 1]}…"
        wide = 28 + round(CHARACTER * len(text)) + 12
        if left + wide > WIDTH:
            rows.append([])
            left = LEFT
        rows[-1].append((left, f'{mark}<text x="28" y="12">{escape(text)}</text>'))
        left += wide
    return rows


def _stroke(line: Line) -> str:
    dash = f' stroke-dasharray="{line.dash}"' if line.dash else ""
    return f'<path d="M0 8H22" stroke="{line.colour}" stroke-width="{line.width + 0.6}"{dash}/>'


def _words(panel: Panel) -> str:
    """The panel for who cannot see it: its title and the last value of each line with a label."""
    ends = [f"{line.label} {line.points[-1][1]:.3g}" for line in panel.lines if line.label and line.points]
    return panel.title + (f"; at the end: {', '.join(ends)}" if ends else "")
