"""Problems as rows of data, for other frameworks: written by `rlve export`, judged by `verify_row`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from random import Random
from typing import Any

from rlve.answers.extraction import check_style
from rlve.environment import EVALUATION_SEED, DrawError, Environment
from rlve.errors import RequestError
from rlve.evaluation.problem_sets import ProblemSet, check_version, levels_of
from rlve.registry import EnvironmentLike, known, make, problem, resolve
from rlve.runs.files import replacing
from rlve.runs.lock import locked
from rlve.sending import place_of
from rlve.verdict import Verdict

COLUMNS = ("prompt", "answer", "environment", "version", "level", "seed")
TRIES = 8  # draws for each row wanted, before a level counts as exhausted

Row = dict[str, Any]
"""{prompt, answer, environment, version, level, seed}: `answer` is a reference, written as an answer is."""


def verify_row(row: Mapping[str, Any], completion: str) -> Verdict:
    """Judge a completion of an exported row; only its environment, version, level and seed are used.

    Raises ValueError for a row that lacks one of them or was written with another version of its environment, and
    UnknownEnvironment for one not known here (an environment of one's own is known after `rlve.make("./mine.py")`).
    """
    if not isinstance(row, Mapping):
        raise RequestError(f"a row is a mapping of columns to values, got {type(row).__name__}")
    try:
        name, version, level, seed = (row[column] for column in COLUMNS[2:])
    except KeyError as missing:
        raise RequestError(f"a row has the columns {', '.join(COLUMNS)}: {missing} is missing") from None
    version, level, seed = (_whole(value, column) for value, column in zip((version, level, seed), COLUMNS[3:], strict=True))
    cls = known(name)
    check_version(cls, version)
    return problem(cls, level, seed).verify(completion)


def _whole(value: Any, column: str) -> int:
    """An int of Python, from numpy's and from text too."""
    try:
        if (number := int(value)) == value or isinstance(value, str):
            return number
    except (TypeError, ValueError, OverflowError):
        pass
    raise RequestError(f"{column} should be an integer, got {value!r}")


def row_of(drawn: Environment, style: str = "answer") -> Row:
    """The row of a problem that was drawn by level and seed."""
    if drawn.task is None:
        raise RequestError("a row needs a problem drawn by level and seed: one made by hand cannot be drawn again")
    return {
        "prompt": drawn.prompt(style),
        "answer": drawn.reference_text,
        "environment": drawn.name,
        "version": drawn.version,
        "level": drawn.task.level,
        "seed": drawn.task.seed,
    }


@dataclass(frozen=True)
class Unit:
    """What one worker draws at a time: problems of one level, all different, or given seeds of it."""

    environment: EnvironmentLike
    level: int
    count: int
    seed: int
    style: str
    seeds: tuple[int, ...] | None = None

    def rows(self) -> list[Row]:
        """The rows; fewer than `count` where the level has too few different problems."""
        cls = make(self.environment)
        if self.seeds is not None:
            return [self._row(cls, seed) for seed in self.seeds]
        random = Random(f"export {self.seed} {cls.name} {self.level}")
        found: dict[str, Row] = {}
        for _ in range(TRIES * self.count):
            row = self._row(cls, random.randrange(EVALUATION_SEED))
            found.setdefault(row["prompt"], row)
            if len(found) == self.count:
                break
        return list(found.values())

    def _row(self, cls: type[Environment], seed: int) -> Row:
        """The row of a seed. Raises DrawError, which names the problem, for whatever keeps it from being made."""
        try:
            return row_of(cls.sample(self.level, seed), self.style)
        except DrawError:
            raise
        except Exception as error:
            raise DrawError(f"{cls.name} failed at level {self.level}, seed {seed}: {error!r}") from error


def units_of(
    environments: EnvironmentLike | Iterable[EnvironmentLike],
    levels: Sequence[int],
    count: int,
    *,
    seed: int = 0,
    style: str = "answer",
) -> list[Unit]:
    """`count` different problems of each environment and level, with seeds of training; levels above max_level are left out.

    Raises ValueError where an environment has none of the levels.
    """
    check_style(style)
    units = []
    for cls in resolve(environments):
        there = levels_of(cls, levels)
        if not there:
            raise RequestError(f"{cls.name} has levels 0 to {cls.max_level}: none of those asked for")
        units += [Unit(place_of(cls) or cls, level, count, seed, style) for level in there]
    return units


def units_of_set(problems: ProblemSet, style: str = "answer") -> list[Unit]:
    """The problems of a set, in order."""
    check_style(style)
    units = []
    for (name, version, level), entries in groupby(problems.entries, key=lambda entry: entry[:3]):
        check_version(make(name), version)
        seeds = tuple(entry.seed for entry in entries)
        units.append(Unit(name, level, len(seeds), 0, style, seeds))
    return units


def draw_rows(units: Sequence[Unit], workers: int = 1, on_unit: Callable[[int], object] | None = None) -> Iterator[Row]:
    """The rows of the units, in order: the same whatever the number of worker processes.

    Environments that only this process has (a class from a notebook) are drawn in it. With several workers a script needs
    `if __name__ == "__main__":` around the call, as always where processes are spawned.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    here = workers <= 1 or len(units) <= 1 or any(isinstance(unit.environment, type) for unit in units)
    # "spawn" on every system: a process in which torch's threads run cannot safely be forked.
    with nullcontext() if here else ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for done, rows in enumerate((map if pool is None else pool.map)(Unit.rows, units), 1):
            yield from rows
            if on_unit:
                on_unit(done)


def write_rows(rows: Iterable[Row], path: Path, form: str) -> int:
    """Write the rows as "jsonl" or "parquet", whole or not at all; their number."""
    if form not in ("jsonl", "parquet"):
        raise RequestError(f"form should be 'jsonl' or 'parquet', got {form!r}")
    with locked(path), replacing(path) as new:
        return _write_jsonl(rows, new) if form == "jsonl" else _write_parquet(rows, new)


def _write_jsonl(rows: Iterable[Row], path: Path) -> int:
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
    return count


def _write_parquet(rows: Iterable[Row], path: Path) -> int:
    import pyarrow
    from pyarrow.parquet import ParquetWriter

    text, whole = pyarrow.string(), pyarrow.int64()
    schema = pyarrow.schema([(name, text if name in COLUMNS[:3] else whole) for name in COLUMNS])
    count, rows = 0, iter(rows)
    with ParquetWriter(path, schema) as writer:
        while piece := list(islice(rows, 10_000)):
            writer.write_table(pyarrow.Table.from_pylist(piece, schema))
            count += len(piece)
    return count
