"""Evaluations and comparisons in words and tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rlve.evaluation.accuracy import Accuracy, pool
from rlve.evaluation.comparison import Change, Comparison
from rlve.evaluation.run import Evaluation
from rlve.figures.plotting import evaluation_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLUMNS = 6  # of levels; more are taken together
FEW = 8  # environments: with fewer, resampling them says nothing of others
NOTE = (
    "Accuracy in %, with Wilson's 95 % interval. Cut off: completions that reached the length limit. "
    "Readable: answers in the form asked for, among those not cut off."
)

Table = tuple[list[str], list[list[str]]]
"""Column headings and rows of text."""


def bands(levels: Sequence[int], most: int = COLUMNS) -> list[list[int]]:
    """Levels in order, neighbours taken together so that there are at most `most` groups."""
    width = -(-len(levels) // most)
    return [list(levels[start : start + width]) for start in range(0, len(levels), width)]


def percent(result: Accuracy) -> str:
    """Accuracy and its interval in percent, or a dash where nothing was judged."""
    return str(result) if result.total else "-"


def accuracy_table(evaluation: Evaluation) -> Table:
    """A row for each environment and one for all: accuracy over its levels and by level, Wilson's 95 % intervals in brackets."""
    groups = bands(sorted({result.levels[0] for result in evaluation.results}))
    heads = [f"level {group[0]}" if len(group) == 1 else f"levels {group[0]}-{group[-1]}" for group in groups]
    rows = []
    parts = {**evaluation.by_environment(), "all": evaluation.results}
    for name, results in parts.items():
        whole = pool(results)
        cells = [percent(pool(results, group)) for group in groups]
        rows.append([name, percent(whole), *cells, _share(whole.truncation_rate), _share(whole.format_rate)])
    return ["environment", "accuracy", *heads, "cut off", "readable"], rows


def _share(value: float) -> str:
    return "-" if value != value else f"{100 * value:.0f} %"


def markdown(evaluation: Evaluation) -> str:
    """The table as a page, with what it takes to know what was measured."""
    config = evaluation.config
    problems, settings = config["problem_set"], dict(config["settings"])
    system_prompt = settings.pop("system_prompt", None)
    how = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in settings.items())
    columns, rows = accuracy_table(evaluation)
    lines = [
        f"# {config['model']} on {problems['name']}",
        "",
        f"{problems['problems']} problems, fingerprint {problems['fingerprint']}, answers marked by {config['style']}; {how}.",
        NOTE,
        *(["", "System prompt:", "", *indented(system_prompt)] if system_prompt else []),
        "",
        *table_lines(columns, rows),
    ]
    if cut := cut_off(evaluation):
        lines += ["", f"Cut off in more than half of the completions: {cut}. Their accuracy is that of short answers."]
    if faults := faulty(evaluation):
        lines += ["", f"Faults of environments, left out: {faults}."]
    return "\n".join(lines) + "\n"


def figure(evaluation: Evaluation) -> Figure:
    """Verdicts by level, and accuracy by environment with Wilson's 95 % intervals."""
    levels, config = evaluation.by_level(), evaluation.config
    parts = {name: pool(results) for name, results in evaluation.by_environment().items()}
    return evaluation_figure(
        f"{config['model']} on {config['problem_set']['name']}",
        {
            level: {status: count / len(result.verdicts) for status, count in result.statuses.items()}
            for level, result in levels.items()
        },
        {level: result.truncation_rate for level, result in levels.items()},
        {name: (part.share, *part.interval) for name, part in parts.items() if part.total},
    )


def indented(text: str) -> list[str]:
    """The lines of a text, as Markdown shows them word for word."""
    return [f"    {line}".rstrip() for line in text.splitlines()]


def cut_off(evaluation: Evaluation) -> str:
    """The environments of which more than half of the completions were cut off, with their share; empty where none are."""
    shares = {name: pool(results).truncation_rate for name, results in evaluation.by_environment().items()}
    return ", ".join(f"{name} {_share(share)}" for name, share in shares.items() if share > 0.5)


def faulty(evaluation: Evaluation) -> str:
    """The environments that failed, with the number of problems lost; empty where none did."""
    lost = {name: pool(results).statuses["fault"] for name, results in evaluation.by_environment().items()}
    return ", ".join(f"{name} {count}" for name, count in lost.items() if count)


def table_lines(columns: Iterable[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A Markdown table."""
    columns = list(columns)
    return ["| " + " | ".join(columns) + " |", "|---" * len(columns) + "|", *("| " + " | ".join(row) + " |" for row in rows)]


def change_table(result: Comparison) -> Table:
    """A row for all problems, for each level, and for each environment; * marks what Holm's correction leaves standing."""
    rows = [["all", *_cells(result.overall), ""]]
    rows += [[f"level {level}", *_cells(change), ""] for level, change in result.levels.items()]
    for name, change in result.environments.items():
        levels = ", ".join(str(level) for cell, level in result.moved_cells if cell == name)
        mark = ("*" if name in result.moved else "") + (f" levels {levels}" if levels else "")
        rows.append([name, *_cells(change), mark.strip()])
    return ["problems of", "before", "after", "difference", "gained", "lost", "moved"], rows


def _cells(change: Change) -> list[str]:
    low, high = (100 * bound for bound in change.interval)
    difference = f"{100 * change.difference:+.1f} [{low:+.1f} {high:+.1f}]"
    return [f"{100 * change.before:.1f}", f"{100 * change.after:.1f}", difference, str(change.gained), str(change.lost)]


def words_of(result: Comparison) -> str:
    """What a comparison found, in sentences."""
    low, high = (100 * bound for bound in result.clustered)
    change = result.overall
    lines = [
        f"before: {result.models[0]}\nafter:  {result.models[1]}",
        f"{change.pairs} problems in pairs: {change.gained} right only after, {change.lost} only before. Accuracy and difference "
        "in percentage points, 95 % intervals by paired bootstrap over problems.",
    ]
    if len(result.environments) >= FEW:
        lines.append(
            f"For other environments like these {len(result.environments)} (whole environments resampled): "
            f"{100 * change.difference:+.1f} [{low:+.1f} {high:+.1f}]."
        )
    moved = ", ".join(result.moved) or "none"
    lines.append(f"Environments that moved (* above; exact sign test, Holm's correction at 5 %): {moved}.")
    for name, (first, last) in result.settings.items():
        lines.append(f"NOTE: measured differently: {name} was {first} before and {last} after.")
    return "\n".join(lines)
