"""Evaluations and comparisons in words and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rlve.evaluation.accuracy import pool
from rlve.evaluation.comparison import Change, Comparison
from rlve.evaluation.folder import Evaluation
from rlve.figures.plotting import evaluation_figure
from rlve.statistics import MANY, quantiles

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLUMNS = 6  # of levels; more are taken together
EXTREMES = 4  # environments at either end of a shortened table
FEW = 8  # environments: with fewer, resampling them says nothing of others
NOTE = (
    "Accuracy in %, with Wilson's 95 % interval. Cut off: completions that reached the length limit. "
    "Readable: answers in the form asked for, among those not cut off."
)

Table = tuple[list[str], list[list[str]]]
"""Column headings and rows of text."""


def bands(levels: Sequence[int]) -> list[list[int]]:
    """Levels in order, neighbours taken together so that there are at most COLUMNS groups."""
    width = -(-len(levels) // COLUMNS)
    return [list(levels[start : start + width]) for start in range(0, len(levels), width)]


def accuracy_table(evaluation: Evaluation, *, short: bool = False) -> Table:
    """A row for each environment and one for all: accuracy over its levels and by level, Wilson's 95 % intervals in brackets.

    short: of more than MANY environments only the best and the worst, and between them the accuracies below which 90, 50 and
    10 % of the environments lie, in each column for itself.
    """
    groups = bands(sorted({result.levels[0] for result in evaluation.results}))
    heads = [f"level {group[0]}" if len(group) == 1 else f"levels {group[0]}-{group[-1]}" for group in groups]
    rows, numbers = {}, {}
    every = {**evaluation.by_environment(), "all": evaluation.results}
    for name, results in every.items():
        whole, parts = pool(results), [pool(results, group) for group in groups]
        numbers[name] = [whole.share, *(part.share for part in parts), whole.truncation_rate, whole.format_rate]
        rows[name] = [name, *map(str, (whole, *parts)), *map(whole_percent, numbers[name][-2:])]
    last = rows.pop("all")
    shown = shortened(rows, numbers, [whole_percent] * (len(groups) + 3)) if short else list(rows.values())
    return ["environment", "accuracy", *heads, "cut off", "readable"], [*shown, last]


def shortened(
    rows: Mapping[str, list[str]], numbers: Mapping[str, Sequence[float]], forms: Sequence[Callable[[float], str]], by: int = 0
) -> list[list[str]]:
    """The rows of a table, one for each environment: of more than MANY those with the largest and the smallest number in
    column `by`, and between them the quantiles of each column, written by its form.
    """
    names = sorted(rows, key=lambda name: -numbers[name][by])
    if len(names) <= MANY:
        return list(rows.values())
    columns = [[value for value in column if value == value] for column in zip(*(numbers[name] for name in names), strict=True)]
    spread = [quantiles(column) if column else [float("nan")] * 3 for column in columns]
    middle = [
        [words, *(form(three[at]) for form, three in zip(forms, spread, strict=True))]
        for at, words in ((2, "90 % lie below"), (1, "half lie below"), (0, "10 % lie below"))
    ]
    return [*(rows[name] for name in names[:EXTREMES]), *middle, *(rows[name] for name in names[-EXTREMES:])]


def whole_percent(value: float) -> str:
    """A share in percent, or a dash where there is none."""
    return "-" if value != value else f"{100 * value:.0f} %"


def summary_page(evaluation: Evaluation) -> str:
    """The table as a page, with what it takes to know what was measured."""
    config = evaluation.config
    problems, system_prompt = config["problem_set"], config["settings"].get("system_prompt")
    columns, rows = accuracy_table(evaluation)
    lines = [
        f"# {config['model']} on {problems['name']}",
        "",
        f"{measured_how(evaluation)}.",
        NOTE,
        *(["", "System prompt:", "", *indented(system_prompt)] if system_prompt else []),
        "",
        *markdown_table(columns, rows),
    ]
    if cut := cut_off(evaluation):
        lines += ["", f"Cut off in more than half of the completions: {cut}. Their accuracy is that of short answers."]
    lines += ["", *server_lines(evaluation)] if server_lines(evaluation) else []
    if faults := faulty(evaluation):
        lines += ["", f"Faults of environments, left out: {faults}."]
    return "\n".join(lines) + "\n"


def measured_how(evaluation: Evaluation, **more: str) -> str:
    """Problems, style, backend and sampling in a line; not the system prompt."""
    problems, told = evaluation.config["problem_set"], {**evaluation.measured_by(), "system_prompt": None, **more}
    style = told.pop("style")
    how = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in told.items() if value is not None)
    return f"{problems['problems']} problems, fingerprint {problems['fingerprint']}, answers marked by {style}; {how}"


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
    return ", ".join(f"{name} {whole_percent(share)}" for name, share in shares.items() if share > 0.5)


def server_lines(evaluation: Evaluation) -> list[str]:
    """What a server refused, and how often it was asked again; nothing where all went well."""
    lines = [
        f"The server wrote nothing to {count} prompts, which count as cut off: {why}" for why, count in evaluation.refused.items()
    ]
    if evaluation.retries:
        lines.append(f"Asked the server again {evaluation.retries} times, after errors or time-outs.")
    return lines


def faulty(evaluation: Evaluation) -> str:
    """The environments that failed, with the number of problems lost; empty where none did."""
    lost = {name: pool(results).statuses["fault"] for name, results in evaluation.by_environment().items()}
    return ", ".join(f"{name} {count}" for name, count in lost.items() if count)


def _cell(text: str) -> str:
    """A text as a cell of a Markdown table shows it: in one line, and no cell of its own."""
    return " ".join(text.replace("|", "\\|").split())


def markdown_table(columns: Iterable[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A Markdown table."""
    columns = list(columns)
    return [
        "| " + " | ".join(columns) + " |",
        "|---" * len(columns) + "|",
        *("| " + " | ".join(map(_cell, row)) + " |" for row in rows),
    ]


def change_table(result: Comparison, *, short: bool = False) -> Table:
    """A row for all problems, for each level, and for each environment; * marks what Holm's correction leaves standing.

    short: of more than MANY environments only those that changed most either way, the quantiles, and those that moved.
    """
    rows = {}
    for name, change in result.environments.items():
        levels = ", ".join(str(level) for cell, level in result.moved_cells if cell == name)
        mark = ("*" if name in result.moved else "") + (f" levels {levels}" if levels else "")
        rows[name] = [name, *_cells(change), mark.strip()]
    numbers = {
        name: [100 * change.before, 100 * change.after, 100 * change.difference, change.gained, change.lost, 0.0]
        for name, change in result.environments.items()
    }
    percents, counts = ["{:.1f}".format] * 2, ["{:g}".format] * 2
    forms = [*percents, "{:+.1f}".format, *counts, lambda _: ""]
    shown = shortened(rows, numbers, forms, by=2) if short else list(rows.values())
    moved = [rows[name] for name in result.moved if rows[name] not in shown]
    levels = [[f"level {level}", *_cells(change), ""] for level, change in result.levels.items()]
    columns = ["problems of", "before", "after", "difference", "gained", "lost", "moved"]
    return columns, [["all", *_cells(result.overall), ""], *levels, *shown, *moved]


def _cells(change: Change) -> list[str]:
    low, high = (100 * bound for bound in change.interval)
    difference = f"{100 * change.difference:+.1f} [{low:+.1f} {high:+.1f}]"
    return [f"{100 * change.before:.1f}", f"{100 * change.after:.1f}", difference, str(change.gained), str(change.lost)]


def comparison_text(result: Comparison) -> str:
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
