"""A training run as one HTML page that needs nothing else: figures, settings, versions, what guards saw, completions."""

from __future__ import annotations

import json
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from rlve.errors import MissingError
from rlve.extras import need
from rlve.figures.colours import BLUE
from rlve.figures.heatmap import HeatMap
from rlve.figures.look import STYLE, message_text, note_html, readable_name, samples_html
from rlve.figures.panels import heat_panels, more_panels, run_panels
from rlve.figures.svg import charts
from rlve.runs.files import replace_text
from rlve.runs.folder import RunFolder, run_of
from rlve.runs.health import RECENT, Remark, remarks_of, span
from rlve.runs.recordings import RECORDED, recorded, recordings
from rlve.runs.records import ROLLOUT, with_levels
from rlve.runs.tail import Tail, events_of
from rlve.statistics import MANY, quantiles

RECORDS, COLUMNS, BINS, EXTREMES, LISTED, SAMPLED, EVENTS, LONG = 2000, 16, 40, 4, 12, 8, 60, 1500
"""What keeps the page small, however long the run: records drawn, columns of levels, points of a line, best and worst
environments in a table, environments listed, steps with completions, events, and characters of a completion."""
AROUND = 15  # steps that "at first" and "in the end" are means of
MEASURES = {
    "level": ("mean of the highest levels", "{:.1f}"),
    "effective_prompt_ratio": ("effective prompt ratio (EPR)", "{:.2f}"),
    "accuracy": ("accuracy at the levels in use", "{:.2f}"),
    "reward": ("reward", "{:.2f}"),
    "format_rate": ("answers that could be read", "{:.2f}"),
    "entropy": ("entropy, nats per token", "{:.3f}"),
    "completion_tokens": ("tokens of a completion", "{:.1f}"),
    "seconds": ("seconds a step", "{:.2f}"),
}


@dataclass
class _Run:
    """What the report needs of a run's logs, read once, line by line."""

    history: list[dict[str, Any]] = field(default_factory=list)
    first: list[dict[str, Any]] = field(default_factory=list)
    last: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=300))
    steps: int = 0
    seconds: float = 0.0
    environment_seconds: float = 0.0
    rollouts: int = 0
    heat: HeatMap = field(default_factory=HeatMap)
    cells: dict[str, dict[int, list[int]]] = field(default_factory=dict)
    curves: dict[str, dict[int, list[int]]] = field(default_factory=dict)
    statuses: Counter[str] = field(default_factory=Counter)
    faults: dict[int, Counter[str]] = field(default_factory=dict)
    samples: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    damaged: int = 0


def report(run: RunFolder | str | Path, output: str | Path | None = None) -> Path:
    """Write the page and give its path.

    run: a folder of a run, whatever its state, or the name of a recorded one (`rlve.runs.recordings.recordings`). output: default
    report.html in the folder, and NAME.html here for a recorded run. Raises FileNotFoundError where there is no run.
    """
    if isinstance(run, RunFolder):
        folder, default, name = run, run.path / "report.html", None
    else:
        folder, default, name = _find(run)
    place = default if output is None else Path(output)
    replace_text(place, page(folder, name))
    return place


def page(folder: RunFolder, name: str | None = None) -> str:
    """The page as text. name: of the run, default that of its folder."""
    config, events, run = folder.config(), events_of(folder.events), _read(folder)
    remarks = remarks_of(folder, list(run.last), run.faults)
    if run.damaged:
        remarks.append(Remark("warning", f"{run.damaged} damaged lines in the logs were passed over."))
    templates = page_templates(Path(__file__).parent)
    templates.filters["cut"] = _cut
    names = sorted(run.heat.counts)
    return templates.get_template("report.html").render(
        title=f"{Path(str(config.get('settings', {}).get('model', 'a model'))).name}, run {name or folder.path.resolve().name}",
        style=STYLE,
        blue=BLUE,
        many=MANY,
        most_events=EVENTS,
        now=time.strftime("%Y-%m-%d at %H:%M"),
        remarks="".join(note_html(one.kind, one.what, one.remedy.replace("FOLDER", folder.path.name)) for one in remarks),
        what=_what(run, config, events),
        measures=_measures(run),
        figures=charts([*run_panels(run.history, run.heat), *more_panels(run.history, _curves(run))]),
        accuracy=_accuracy(run),
        heat_maps=charts(heat_panels({readable_name(one): (run.heat, one) for one in names})) if 1 < len(names) <= MANY else "",
        events=[_event(event) for event in events],
        samples=[(step, samples_html(map(_short, run.samples[step][:4]))) for step in sorted(run.samples, reverse=True)],
        settings=[
            (part, [(key, value if isinstance(value, str) else json.dumps(value)) for key, value in config[part].items()])
            for part in ("settings", "versions")
            if config.get(part)
        ],
    )


def page_templates(folder: Path) -> Any:
    """jinja2's templates in a folder, for pages of HTML; ModuleNotFoundError without jinja2."""
    need("jinja2")
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(folder)
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


def _find(word: str | Path) -> tuple[RunFolder, Path, str | None]:
    """The run, where its report goes, and its name where that is not its folder's."""
    path = Path(word)
    run, is_recorded = run_of(path) or RunFolder(path), path.resolve().parent == RECORDED.resolve()
    if run.exists() and not is_recorded:
        return run, run.path / "report.html", None
    name = path.name if is_recorded else str(word)
    if name in recordings():
        return recorded(name), Path(f"{name}.html"), f"{name} (recorded)"
    raise MissingError(f"no run in {word}: expected the folder of a run, or one of {', '.join(recordings())}")


def _lines(path: Path, run: _Run, *needed: str) -> Iterator[dict[str, Any]]:
    """The records of a log one by one; damaged lines are counted."""
    tail = Tail(path, *needed)
    yield from tail
    run.damaged += tail.damaged


def _read(folder: RunFolder) -> _Run:
    run, every = _Run(), 1
    for number, record in enumerate(with_levels(_lines(folder.metrics, run))):
        run.last.append(record)
        run.steps = record["step"]
        run.seconds += record.get("seconds") or 0
        run.environment_seconds += record.get("environment_seconds") or 0
        if len(run.first) < AROUND:
            run.first.append(record)
        if number % every == 0:
            run.history.append(record)
        if len(run.history) > RECORDS:
            run.history, every = run.history[::2], 2 * every
    if run.last and run.history[-1] is not run.last[-1]:
        run.history.append(run.last[-1])
    wide = max(1, -(-run.steps // BINS))
    run.heat.add_rows(_counted(_lines(folder.outcomes, run, *ROLLOUT), run, wide))
    for number, row in enumerate(_lines(folder.samples, run, *ROLLOUT)):
        run.samples.setdefault(row["step"], []).append(row)
        if number % 100 == 99:
            run.samples = _spread(run.samples, 4 * SAMPLED)
    run.samples = _spread(run.samples, SAMPLED)
    return run


def _counted(rows: Iterable[dict[str, Any]], run: _Run, wide: int) -> Iterator[dict[str, Any]]:
    """The rows, counted by environment, level, step and verdict as they pass."""
    for row in rows:
        name, right = row["environment"], row["status"] == "correct"
        run.rollouts += 1
        run.statuses[row["status"]] += 1
        if row["status"] == "fault":
            if row["step"] > run.steps - RECENT:
                run.faults.setdefault(row["step"], Counter())[name] += 1
        else:
            for table, key in ((run.cells, row["level"]), (run.curves, (row["step"] - 1) // wide * wide + (wide + 1) // 2)):
                count = table.setdefault(name, {}).setdefault(key, [0, 0])
                count[0] += right
                count[1] += 1
        yield row


def _spread(samples: dict[int, list[dict[str, Any]]], most: int) -> dict[int, list[dict[str, Any]]]:
    """The samples of so many steps at most, evenly chosen, the first and the last among them."""
    steps = sorted(samples)
    if len(steps) <= most:
        return samples
    chosen = {steps[round(place * (len(steps) - 1) / (most - 1))] for place in range(most)}
    return {step: samples[step] for step in sorted(chosen)}


def _what(run: _Run, config: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """What was trained, in sentences."""
    settings = config.get("settings", {})
    names, rank, rule = config["environments"], settings.get("lora_r"), config["scheduler"]
    listed = ", ".join(readable_name(str(name)) for name in names[:LISTED])
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    shares = ", ".join(f"{100 * count / run.rollouts:.1f} % {status}" for status, count in run.statuses.most_common())
    spent = "not measured"
    if run.seconds:
        own = 100 * run.environment_seconds / run.seconds
        spent = f"{span(run.seconds)}, of which {own:.1f} % went into drawing, stating and judging problems"
    rows = [
        ("model", f"{settings.get('model')}, {f'LoRA of rank {rank}' if rank else 'all weights'} trained by GRPO"),
        ("environments", f"{len(names)}: {listed}{more}"),
        ("levels set by", f"{rule.get('algorithm')} ({', '.join(f'{k} {v}' for k, v in rule.items() if k != 'algorithm')})"),
        (
            "steps",
            f"{run.steps} of {settings.get('max_steps')}, each with {settings.get('prompts_per_step')} prompts x "
            f"{settings.get('num_generations')} rollouts of at most {settings.get('max_completion_length')} tokens",
        ),
        ("rollouts judged", f"{run.rollouts:,}" + (f" ({shares})" if shares else "")),
        ("time in steps", spent),
    ]
    if events:
        resumes = sum(event.get("event") == "resumed" for event in events)
        often = "" if not resumes else ", resumed once" if resumes == 1 else f", resumed {resumes} times"
        rows.append(("begun", f"{events[0]['time']}{often}; last event {events[-1]['event']}, {events[-1]['time']}"))
    return rows


def _measures(run: _Run) -> dict[str, Any]:
    """What the first and the last steps measured, no step among both, and whether the levels moved between them."""
    around = min(AROUND, run.steps // 2)
    parts = [run.first[:around], list(run.last)[-around:]] if around else [run.first[:1]]
    rows = []
    for name, (words, form) in MEASURES.items():
        measured = [[record[name] for record in part if record.get(name) is not None] for part in parts]
        if all(measured):
            rows.append((words, *(form.format(fmean(values)) for values in measured)))
    heads = ["", *(_steps(part[0]["step"], part[-1]["step"]) for part in parts if part)]
    moved = bool(rows) and around > 0 and run.first[0].get("levels") != run.last[-1].get("levels")
    return {"heads": heads, "rows": rows, "moved": moved}


def _steps(first: int, last: int) -> str:
    return f"step {first}" if first == last else f"steps {first}-{last}"


def _curves(run: _Run) -> dict[float, dict[str, float]]:
    """Step -> environment -> the share of right answers around it."""
    found: dict[float, dict[str, float]] = {}
    names = list(run.history[-1].get("levels", {})) if run.history else []  # the colours of the levels' figure
    for name in dict.fromkeys((*names, *run.curves)):
        for step, (right, total) in run.curves.get(name, {}).items():
            found.setdefault(step, {})[name] = right / total
    return dict(sorted(found.items()))


class _Share(NamedTuple):
    """A cell of a table: a share in [0, 1], and what it is a share of."""

    share: float
    note: str


def _accuracy(run: _Run) -> dict[str, Any]:
    """Accuracy by environment and level; of more than MANY environments the extremes and quantiles, and all in one column."""
    highest = max((level for levels in run.cells.values() for level in levels), default=0)
    wide = -(-(highest + 1) // COLUMNS)
    starts = range(0, highest + 1, wide)
    cells = {name: [_cell(levels, range(low, low + wide)) for low in starts] for name, levels in run.cells.items()}
    found = {
        "heads": ["", *(str(low) if wide == 1 else f"{low}-{low + wide - 1}" for low in starts)],
        "rows": [(readable_name(name), cells[name]) for name in sorted(cells)],
        "every": [],
    }
    if len(cells) <= MANY:
        return found
    whole = {name: _cell(levels, range(highest + 1)) for name, levels in run.cells.items()}
    ranked = sorted(cells, key=lambda name: -whole[name].share if whole[name] else 0)
    columns = [[cell.share for cell in column if cell] for column in zip(*cells.values(), strict=True)]
    spread = zip(*(quantiles(column) if column else [None] * 3 for column in columns), strict=True)
    notes = [f"of {len(column)} environments" for column in columns]
    low, middle, high = (
        [None if share is None else _Share(share, note) for share, note in zip(row, notes, strict=True)] for row in spread
    )
    best, worst = ([(readable_name(name), cells[name]) for name in some] for some in (ranked[:EXTREMES], ranked[-EXTREMES:]))
    levels = run.last[-1].get("levels", {}) if run.last else {}
    return {
        **found,
        "rows": [*best, ("90 % lie below", high), ("half lie below", middle), ("10 % lie below", low), *worst],
        "every": [
            (readable_name(name), levels.get(name, ("", ""))[1], f"{100 * one.share:.0f}", one.note.split()[2])
            for name in sorted(cells)
            if (one := whole[name])
        ],
    }


def _cell(levels: Mapping[int, Sequence[int]], chosen: range) -> _Share | None:
    """The share of right answers at the chosen levels; None where there were no answers."""
    right, total = (sum(count[at] for level, count in levels.items() if level in chosen) for at in (0, 1))
    return _Share(right / total, f"{right} of {total} right") if total else None


def _event(event: Mapping[str, Any]) -> tuple[str, ...]:
    groups = (("time",), ("step",), ("event", "guard"), ("why", "what", "remedy"))
    return tuple(" ".join(str(event[key]) for key in keys if key in event) for keys in groups)


def _short(row: Mapping[str, Any]) -> dict[str, Any]:
    return {**row, "completion": _cut(row.get("completion")), "prompt": _cut(message_text(row.get("prompt")))}


def _cut(text: Any) -> str:
    """A text no longer than LONG characters."""
    text = str(text)
    return text if len(text) <= LONG else f"{text[:LONG]} ... ({len(text) - LONG:,} more characters)"
