"""What `rlve export` does."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from rlve.errors import RequestError
from rlve.evaluation.problem_sets import heldout as heldout_set
from rlve.registry import names
from rlve.runs.progress import counted
from rlve.sharing.rows import Row, draw_rows, units_of, units_of_set, write_rows


def run_export(
    *,
    environments: Sequence[str],
    levels: tuple[int, int],
    count: int,
    heldout: str | None,
    form: str,
    output: Path | None,
    force: bool,
    style: str,
    seed: int,
    workers: int | None,
    say: Callable[[str], object],
) -> None:
    """Draw the rows in several processes and write them to one file; say where levels have fewer different problems."""
    if form == "parquet":
        import pyarrow  # noqa: F401  (said before the work, not after)
    path = output or Path(f"problems.{form}")
    if path.is_file() and not force:
        raise RequestError(f"{path} is there already: give another --output, or --force to overwrite it")
    if heldout:
        units = units_of_set(heldout_set(), style)
    else:
        wanted = ",".join(environments) if environments else names()
        units = units_of(wanted, range(levels[0], levels[1] + 1), count, seed=seed, style=style)
    there: Counter[tuple[str, int]] = Counter()

    def counting(row: Row) -> Row:
        there[row["environment"], row["level"]] += 1
        return row

    with counted(len(units), "levels", say) as on_unit:
        total = write_rows(map(counting, draw_rows(units, workers or os.cpu_count() or 1, on_unit)), path, form)
    for (name, level), found in there.items():
        if not heldout and found < count:
            say(f"note: {name} has few different problems at level {level}: {found} rows instead of {count}")
    say(f"{path}: {total} rows")
