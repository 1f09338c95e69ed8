"""A training run as one HTML page that needs nothing else: figures, settings, versions, what guards saw, completions."""

from __future__ import annotations

import json
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from statistics import fmean
from typing import Any

from rlve.figures.heatmap import HeatMap
from rlve.figures.look import STYLE, note_html, readable_name, samples_html
from rlve.figures.panels import MANY, heat_panels, more_panels, run_panels
from rlve.figures.svg import charts
from rlve.runs.files import read
from rlve.runs.folder import RunFolder, run_of
from rlve.runs.health import RECENT, Finding, findings_of, span
from rlve.runs.recordings import RECORDED, recorded, recordings

RECORDS, COLUMNS, BINS, ROWS, SAMPLED, EVENTS, LONG = 2000, 16, 40, 60, 8, 60, 1500
"""What keeps the page small, however long the run: records drawn, columns of levels, points of a line, environments in a
table, steps with completions, events, and characters of a completion."""
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
HOW_TO_READ = """<details><summary>how to read the figures</summary>
<p>Thick lines are means of up to 15 steps, thin ones single steps. A <b>level</b> is the difficulty of a problem, from 0; an
adaptive scheduler raises it as the model gets better, so that <b>accuracy</b> at the levels in use hovers while the model
improves. The <b>effective prompt ratio</b> is the share of prompts whose rollouts differ in reward: only these
(<b>informative groups</b>) teach anything. <b>Reward</b>: 1 correct, 0 to 0.99 wrong, -0.5 infeasible (readable, but it breaks
a rule), -1 unparsable. Whether the model got better is measured on held-out problems: rlve evaluate.</p></details>"""
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0 auto; max-width: 1000px; padding: 12px 16px 40px; font: 15px/1.5 system-ui, sans-serif;
  background: Canvas; color: CanvasText; overflow-wrap: anywhere; }}
h1 {{ font-size: 1.5em; margin: .6em 0 .2em; }} h2 {{ font-size: 1.15em; margin: 1.8em 0 .4em; }}
.scroll {{ overflow-x: auto; }}
table {{ border-collapse: collapse; font-size: 14px; }}
th, td {{ padding: 3px 10px 3px 0; text-align: left; vertical-align: top; }}
td, th {{ border-bottom: 1px solid rgba(128, 128, 128, .25); }}
.numbers td + td, .numbers th + th {{ text-align: right; padding-left: 10px; font-variant-numeric: tabular-nums; }}
.levels td + td {{ text-align: center; padding: 3px 6px; }} .levels th + th {{ text-align: center; padding: 3px 6px; }}
th, td:first-child {{ overflow-wrap: break-word; }} .levels td + td {{ white-space: nowrap; }}
.levels td:first-child {{ min-width: 8em; }}
{style}
</style>
</head>
<body class="rlve">
{body}
</body>
</html>
"""


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
    place.write_text(page(folder, name), "utf-8")
    return place


def page(folder: RunFolder, name: str | None = None) -> str:
    """The page as text. name: of the run, default that of its folder."""
    config = folder.config()
    title = f"{Path(str(config.get('settings', {}).get('model', 'a model'))).name}, run {name or folder.path.resolve().name}"
    run = _read(folder)
    found = findings_of(folder, list(run.last), run.faults)
    if run.damaged:
        found.append(Finding("warning", f"{run.damaged} damaged lines in the logs were passed over."))
    events = read(folder.events)
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="rlve-quiet">A training run of rlve, as it stood on {time.strftime("%Y-%m-%d at %H:%M")}.</p>',
        *(note_html(one.kind, one.what, one.remedy.replace("FOLDER", folder.path.name)) for one in found),
        _what(run, config, events),
        _measures(run),
        "<h2>Figures</h2>",
        HOW_TO_READ,
        charts([*run_panels(run.history, run.heat), *more_panels(run.history, _curves(run))]),
        _levels(run),
        _heat_maps(run),
        _events(events),
        _samples(run),
        _settings(config),
    ]
    return PAGE.format(title=escape(title), style=STYLE, body="\n".join(part for part in parts if part))


def _find(word: str | Path) -> tuple[RunFolder, Path, str | None]:
    """The run, where its report goes, and its name where that is not its folder's."""
    path = Path(word)
    if (whole := run_of(path)) is not None and whole.path.resolve() != path.resolve():  # its model/, or a checkpoint
        return whole, whole.path / "report.html", None
    name = path.name if path.resolve().parent == RECORDED.resolve() else str(word)
    if (path / "config.json").is_file() and not (path / "metrics.jsonl.gz").is_file():
        return RunFolder(path), path / "report.html", None
    if name in recordings():
        return recorded(name), Path(f"{name}.html"), f"{name} (recorded)"
    raise FileNotFoundError(f"no run in {word}: expected the folder of a run, or one of {', '.join(recordings())}")


def _lines(path: Path, run: _Run) -> Iterator[dict[str, Any]]:
    """The records of a log one by one; what is no record is counted, but for a last line that is still being written."""
    if not path.is_file():
        return
    with path.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            try:
                record = json.loads(line)
            except ValueError:
                record = None
            if isinstance(record, dict) and isinstance(record.get("step"), int):
                yield record
            elif line.endswith("\n"):
                run.damaged += 1


def _read(folder: RunFolder) -> _Run:
    run, every = _Run(), 1
    for number, record in enumerate(_lines(folder.metrics, run)):
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
    run.heat.add_rows(_counted(_lines(folder.outcomes, run), run, wide))
    for number, row in enumerate(_lines(folder.samples, run)):
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


def _what(run: _Run, config: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> str:
    """What was trained, in sentences."""
    settings = config.get("settings", {})
    names = settings.get("environments", [])
    rank, rule = settings.get("lora_rank"), settings.get("scheduler", {})
    listed = ", ".join(readable_name(str(name)) for name in names[:12]) + (
        f" and {len(names) - 12} more" if len(names) > 12 else ""
    )
    rows = [
        ("model", f"{settings.get('model')}, {'all weights' if rank is None else f'LoRA of rank {rank}'} trained by GRPO"),
        ("environments", f"{len(names)}: {listed}"),
        ("levels set by", f"{rule.get('algorithm')} ({', '.join(f'{k} {v}' for k, v in rule.items() if k != 'algorithm')})"),
        (
            "steps",
            f"{run.steps} of {settings.get('steps')}, each with {settings.get('prompts_per_step')} prompts x "
            f"{settings.get('rollouts_per_prompt')} rollouts of at most {settings.get('completion_length')} tokens",
        ),
        ("rollouts judged", _verdicts(run)),
        ("time in steps", _time(run)),
    ]
    if events:
        resumes = sum(event.get("event") == "resumed" for event in events)
        often = "" if not resumes else ", resumed once" if resumes == 1 else f", resumed {resumes} times"
        rows.append(("begun", f"{events[0]['time']}{often}; last event {events[-1]['event']}, {events[-1]['time']}"))
    return "<h2>What was trained</h2>" + _table((), rows)


def _verdicts(run: _Run) -> str:
    shares = ", ".join(f"{100 * count / run.rollouts:.1f} % {status}" for status, count in run.statuses.most_common())
    return f"{run.rollouts:,}" + (f" ({shares})" if shares else "")


def _time(run: _Run) -> str:
    if not run.seconds:
        return "not measured"
    share = 100 * run.environment_seconds / run.seconds
    return f"{span(run.seconds)}, of which {share:.1f} % went into drawing, stating and judging problems"


def _measures(run: _Run) -> str:
    """What the first and the last steps measured."""
    first, last = run.first, list(run.last)[-AROUND:]
    rows = []
    for name, (words, form) in MEASURES.items():
        pair = [[record[name] for record in part if record.get(name) is not None] for part in (first, last)]
        if all(pair):
            rows.append((words, *(form.format(fmean(values)) for values in pair)))
    if not rows:
        return ""
    heads = ("", f"steps {first[0]['step']}-{first[-1]['step']}", f"steps {last[0]['step']}-{last[-1]['step']}")
    moved = first[0].get("levels") != last[-1].get("levels")
    note = (
        "The levels have moved, so that accuracy and reward of the two columns are those of different problems." if moved else ""
    )
    return "<h2>At first and in the end</h2>" + _table(heads, rows, "numbers") + f'<p class="rlve-quiet">{note}</p>'


def _curves(run: _Run) -> dict[float, dict[str, float]]:
    """Step -> environment -> the share of right answers around it."""
    found: dict[float, dict[str, float]] = {}
    names = list(run.history[-1].get("levels", {})) if run.history else []  # the colours of the levels' figure
    for name in dict.fromkeys((*names, *run.curves)):
        for step, (right, total) in run.curves.get(name, {}).items():
            found.setdefault(step, {})[name] = right / total
    return dict(sorted(found.items()))


def _levels(run: _Run) -> str:
    """A table of accuracy by environment and level."""
    if not run.cells:
        return ""
    highest = max(level for levels in run.cells.values() for level in levels)
    wide = -(-(highest + 1) // COLUMNS)
    starts = range(0, highest + 1, wide)
    heads = ["", *(str(low) if wide == 1 else f"{low}-{low + wide - 1}" for low in starts)]
    rows = []
    for name in sorted(run.cells)[:ROWS]:
        cells = []
        for low in starts:
            counts = [count for level, count in run.cells[name].items() if low <= level < low + wide]
            right, total = (sum(count[at] for count in counts) for at in (0, 1))
            cells.append(
                f'<td style="background: rgba(0, 114, 178, {0.55 * right / total:.2f})" title="{right} of {total} right">'
                f"{100 * right / total:.0f}</td>"
                if total
                else "<td></td>"
            )
        rows.append(f"<tr><td>{escape(readable_name(name))}</td>{''.join(cells)}</tr>")
    more = f"<p>The first {ROWS} of {len(run.cells)} environments.</p>" if len(run.cells) > ROWS else ""
    head = "".join(f"<th>{text}</th>" for text in heads)
    return (
        "<h2>Accuracy by environment and level, %</h2>"
        '<p class="rlve-quiet">Over the whole run, while the model changed. Columns are levels; empty where none was drawn.</p>'
        f'<div class="scroll"><table class="levels"><tr>{head}</tr>{"".join(rows)}</table></div>{more}'
    )


def _heat_maps(run: _Run) -> str:
    names = sorted(run.heat.counts)
    if not 1 < len(names) <= MANY:
        return ""
    panels = heat_panels({readable_name(name): (run.heat, name) for name in names})
    return f"<details><summary>informative groups by level and step, for each environment</summary>{charts(panels)}</details>"


def _events(events: Sequence[Mapping[str, Any]]) -> str:
    if not events:
        return ""
    rows = [
        (
            str(event.get("time", "")),
            str(event.get("step", "")),
            " ".join(str(event[key]) for key in ("event", "guard") if key in event),
            " ".join(str(event[key]) for key in ("why", "what", "remedy") if key in event),
        )
        for event in events[-EVENTS:]
    ]
    more = f"<p>The last {EVENTS} of {len(events)}.</p>" if len(events) > EVENTS else ""
    return "<h2>Events</h2>" + _table(("when", "step", "what", ""), rows) + more


def _samples(run: _Run) -> str:
    if not run.samples:
        return ""
    parts = []
    for step in sorted(run.samples, reverse=True):
        rows = [
            {**row, "completion": _cut(row.get("completion")), "prompt": _cut(row.get("prompt"))} for row in run.samples[step][:4]
        ]
        opened = " open" if step == max(run.samples) else ""
        parts.append(f"<details{opened}><summary>step {step}</summary>{samples_html(rows)}</details>")
    return "<h2>Sample completions</h2>" + "".join(parts)


def _cut(text: Any) -> str:
    """A text, or the messages of a prompt, no longer than LONG characters."""
    if isinstance(text, list):
        text = "\n\n".join(str(message.get("content", "")) for message in text)
    text = str(text)
    return text if len(text) <= LONG else f"{text[:LONG]} ... ({len(text) - LONG:,} more characters)"


def _settings(config: Mapping[str, Any]) -> str:
    parts = ["<h2>Settings and versions</h2>"]
    for title, part in (("settings", "settings"), ("the command, as rlve train keeps it", "command"), ("versions", "versions")):
        if config.get(part):
            rows = [(str(name), value if isinstance(value, str) else json.dumps(value)) for name, value in config[part].items()]
            parts.append(f"<details><summary>{title}</summary>{_table((), rows)}</details>")
    return "".join(parts)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    head = f"<tr>{''.join(f'<th>{escape(text)}</th>' for text in heads)}</tr>" if heads else ""
    body = "".join(f"<tr>{''.join(f'<td>{escape(_cut(text))}</td>' for text in row)}</tr>" for row in rows)
    return f'<div class="scroll"><table class="{kind}">{head}{body}</table></div>'
