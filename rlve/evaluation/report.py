"""Evaluations and comparisons in words and tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rlve.evaluation.accuracy import Accuracy, pool
from rlve.evaluation.comparison import Change, Comparison
from rlve.evaluation.folder import Evaluation

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
        rows.append([name, percent(whole), *cells, _rate(whole.truncation_rate), _rate(whole.format_rate)])
    return ["environment", "accuracy", *heads, "cut off", "readable"], rows


def _rate(value: float) -> str:
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


def indented(text: str) -> list[str]:
    """The lines of a text, as Markdown shows them word for word."""
    return [f"    {line}".rstrip() for line in text.splitlines()]


def cut_off(evaluation: Evaluation) -> str:
    """The environments of which more than half of the completions were cut off, with their share; empty where none are."""
    shares = {name: pool(results).truncation_rate for name, results in evaluation.by_environment().items()}
    return ", ".join(f"{name} {_rate(share)}" for name, share in shares.items() if share > 0.5)


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


def markdown_table(columns: Iterable[str], rows: Iterable[Sequence[str]]) -> list[str]:
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
