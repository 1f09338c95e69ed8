"""Studies: every arm with every collection and seed, trained and evaluated by the command line, resumable.

A study is a TOML file:

    seeds = [0, 1, 2]
    environments = ["STARTER", "MINI8"]        # each a grid value; a list of names in one string: "integer_sorting,puzzles"

    [train]                                    # options of `rlve train` for all arms
    max-steps = 150

    [arms.paper]                               # and for one
    scheduler = "paper"
    tau-num = 64

    [arms.untrained]
    max-steps = 0                              # evaluates the model as it is

    [evaluations.greedy]                       # options of `rlve evaluate` for each trained model; -e is the arm's own
    levels = "0-8"                             # unless `environments` is given
    problems = 180
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rlve.errors import RequestError, StoppedError
from rlve.evaluation import load_evaluation
from rlve.runs.files import read_text, write_json
from rlve.runs.folder import RunFolder
from rlve.runs.records import with_levels

KEYS = {"seeds", "environments", "train", "arms", "evaluations"}
RESULTS = "results.json"
TAKEN = ("run", "log.txt", ".", "..")
"""What else stands in the folder of a training."""


@dataclass(frozen=True)
class Cell:
    """One training of a study: an arm, a collection (or names joined by commas), a seed; kept in its own folder."""

    arm: str
    environments: str
    seed: int
    folder: Path
    train: Mapping[str, Any]
    evaluations: Mapping[str, Mapping[str, Any]]

    @property
    def run(self) -> Path:
        """The folder of its training run."""
        return self.folder / "run"

    @property
    def trains(self) -> bool:
        """Whether anything is trained; an arm with 0 steps evaluates the model as it is."""
        return self.train.get("max-steps") != 0

    def commands(self) -> Iterator[list[str]]:
        """What is left to be done, as arguments of `rlve`."""
        if self.trains and not (self.run / "model").is_dir():
            started = RunFolder(self.run)
            if started.exists() and started.checkpoint(checked=False):
                yield ["train", "--resume", str(self.run)]
            else:
                given = {
                    **self.train,
                    "guards": self.train.get("guards", "warn"),  # an arm that goes wrong is a result too
                    "environments": self.environments,
                    "seed": self.seed,
                    "output-dir": str(self.run),
                }
                yield ["train", *flags(given)]
        for name, options in self.evaluations.items():
            place = self.folder / name
            if (place / "summary.md").is_file():
                continue
            if (place / "config.json").is_file():
                yield ["evaluate", "--resume", str(place)]
            else:
                model = str(self.run) if self.trains else self.train.get("model", "tiny")
                given = {"environments": self.environments, **options, "model": model, "output_dir": str(place)}
                yield ["evaluate", *flags(given)]

    def result(self) -> dict[str, Any]:
        """What a finished cell found: levels and effective prompt ratio of the training, accuracies of the evaluations."""
        found: dict[str, Any] = {"arm": self.arm, "environments": self.environments, "seed": self.seed}
        if self.trains:
            history = list(with_levels(RunFolder(self.run).history()))
            for key in ("effective_prompt_ratio", "effective_prompt_ratio_correct"):
                values = [record[key] for record in history if key in record]
                found[key] = sum(values) / len(values) if values else None
            found["steps"] = history[-1]["step"]
            found["levels"] = {name: high for name, (_, high) in history[-1]["levels"].items()}
            found["seconds"] = sum(record.get("seconds", 0) for record in history)
        for name in self.evaluations:
            evaluation = load_evaluation(self.folder / name)
            found[name] = {
                environment: {str(result.levels[0]): [result.correct, result.total] for result in results}
                for environment, results in evaluation.by_environment().items()
            }
        return found


def read_study(path: Path, folder: Path) -> list[Cell]:
    """The cells of a study, seeds outermost so that each seed is complete before the next; ValueError for a wrong file."""
    try:
        study = tomllib.loads(read_text(path))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise RequestError(f"{path} is no TOML: {error}") from error
    if strange := study.keys() - KEYS:
        raise RequestError(f"{path} has {', '.join(sorted(strange))}: expected {', '.join(sorted(KEYS))}")
    arms, seeds, places = study.get("arms"), study.get("seeds", [0]), study.get("environments", ["STARTER"])
    train, evaluations = study.get("train", {}), study.get("evaluations", {})
    if not _is_tables(arms) or not arms:
        raise RequestError(f"{path} needs at least one table [arms.NAME] with options of rlve train")
    if not isinstance(train, dict) or not _is_tables(evaluations):
        raise RequestError(f"{path}: [train] and each [evaluations.NAME] should be tables of options")
    if not (isinstance(seeds, list) and isinstance(places, list) and seeds and places):
        raise RequestError(f"{path}: seeds and environments should be lists that are not empty")
    if not all(type(seed) is int and seed >= 0 for seed in seeds) or not all(isinstance(one, str) and one for one in places):
        raise RequestError(f"{path}: seeds should be integers >= 0, and environments texts")
    for table in (train, *arms.values(), *evaluations.values()):
        if strange := [name for name, value in table.items() if not isinstance(value, (str, int, float))]:
            raise RequestError(f"{path}: {strange[0]} should be a text, a number, true or false")
    if taken := [name for name in evaluations if word(name) != name or name in TAKEN]:
        raise RequestError(f"{path}: an evaluation is kept in a folder of its name, which {taken[0]!r} cannot be")
    cells = [
        Cell(
            arm,
            place,
            seed,
            folder / word(f"{place}-{arm}-{seed}"),
            {_option(name): value for name, value in {**train, **options}.items()},
            evaluations,
        )
        for seed in seeds
        for place in places
        for arm, options in arms.items()
    ]
    for place, count in Counter(cell.folder.name for cell in cells).items():
        if count > 1:
            raise RequestError(f"{path}: {count} trainings would be kept in one folder, {place}: name arms and seeds apart")
    return cells


def _is_tables(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(table, dict) for table in value.values())


def _option(name: str) -> str:
    return name.replace("_", "-")


def flags(options: Mapping[str, Any]) -> list[str]:
    """Options of the command line from names and values; true is a flag, and false its opposite."""
    found = []
    for name, value in options.items():
        flag = _option(name)
        found += [f"--{'' if value else 'no-'}{flag}"] if isinstance(value, bool) else [f"--{flag}", str(value)]
    return found


def word(text: str) -> str:
    """A text as the name of a folder."""
    return re.sub(r"[^\w.-]+", "_", text)


def run_study(cells: list[Cell], folder: Path, *, jobs: int = 1, say: Callable[[str], object] = print) -> list[dict[str, Any]]:
    """Do what is left of the cells, `jobs` at a time, and write results.json; the results of the finished cells.

    What each cell prints goes to its log.txt. Raises RuntimeError at the end, naming the cells that failed; the others are kept.
    """
    folder.mkdir(parents=True, exist_ok=True)
    failed, done = [], 0
    with ThreadPoolExecutor(jobs) as pool:
        waiting = {pool.submit(_finish, cell, jobs): cell for cell in cells}
        for future in as_completed(waiting):
            cell, error = waiting[future], future.exception()
            done += 1
            state = "done" if error is None else f"FAILED: {error}"
            say(f"{done} of {len(cells)}  {cell.folder.name}: {state}")
            failed += [cell.folder.name] if error is not None else []
            results = [other.result() for other in cells if not list(other.commands())]
            write_json(folder / RESULTS, results)
    if failed:
        raise StoppedError(
            f"{len(failed)} of {len(cells)} cells failed ({', '.join(failed)}): see log.txt there, and run it again"
        )
    return results


def _finish(cell: Cell, jobs: int) -> None:
    cell.folder.mkdir(parents=True, exist_ok=True)
    surroundings = {**os.environ, **({"OMP_NUM_THREADS": "1"} if jobs > 1 else {})}
    for command in cell.commands():
        with (cell.folder / "log.txt").open("a", encoding="utf-8") as log:
            log.write(f"$ rlve {shlex.join(command)}\n")
            log.flush()
            code = subprocess.run(
                [sys.executable, "-m", "rlve", *command],
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                env=surroundings,
                check=False,
            ).returncode
        if code:
            raise StoppedError(f"rlve {command[0]} ended with exit code {code}")
