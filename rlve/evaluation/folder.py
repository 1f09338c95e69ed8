"""What is left of an evaluation: its records, in memory or in a folder; and the folders of version 0.1."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from rlve.errors import MissingError, RequestError, TakenError
from rlve.evaluation.accuracy import Accuracy, pool
from rlve.evaluation.problem_sets import ProblemEntry, ProblemSet
from rlve.evaluation.settings import EvaluationSettings
from rlve.runs.files import read, read_object, replace_text, write_json
from rlve.runs.folder import versions
from rlve.runs.records import is_number
from rlve.verdict import REWARDS

COMPLETIONS, CONFIG, SUMMARY, FIGURE = "completions.jsonl", "config.json", "summary.json", "figure.png"
COMMAND, PYTHON, OLDER = "rlve evaluate", "run_evaluation", "rlve 0.1"
"""What began an evaluation."""
ASKED = ("style", "temperature", "top_p", "max_completion_length", "seed", "chat", "system_prompt", "chat_template_kwargs")
"""The settings that accuracies depend on."""

RECORD: Mapping[str, Callable[[Any], bool]] = {
    **dict.fromkeys(("version", "level", "seed"), lambda value: type(value) is int),
    "environment": lambda value: isinstance(value, str),
    "status": lambda value: isinstance(value, str) and value in REWARDS,
    "tokens": lambda value: value is None or type(value) is int,
    "truncated": lambda value: type(value) is bool,
    "retries": lambda value: value is None or type(value) is int,
    "refused": lambda value: value is None or isinstance(value, str),
}
"""What a line of completions.jsonl holds of which results are made -> whether a value is of its kind."""


@dataclass(frozen=True)
class Evaluation:
    """What an evaluation found.

    config: model (its name for the reader), settings, problem_set (name, number of problems, fingerprint), backend (what the
    completions depend on beside the settings, such as the number format), begun_by, versions.
    records: one a problem, in the set's order: environment, version, level, seed, status, reward, reason, tokens,
    truncated, completion; refused and retries where a server gave no completion, or only after several requests.
    seconds: spent on the completions.
    """

    config: Mapping[str, Any]
    records: tuple[Mapping[str, Any], ...]
    seconds: float | None = None

    @property
    def finished(self) -> bool:
        """Whether every problem of the set was answered."""
        return len(self.records) == self.config["problem_set"]["problems"]

    @property
    def entries(self) -> list[ProblemEntry]:
        """The problems answered, as entries of a problem set."""
        return [ProblemEntry(*(record[name] for name in ProblemEntry._fields)) for record in self.records]

    @property
    def refused(self) -> Counter[str]:
        """Why a server wrote no completion -> to how many prompts."""
        return Counter(record["refused"] for record in self.records if record.get("refused"))

    @property
    def retries(self) -> int:
        """Requests to a server that were tried again after an error or a time-out."""
        return sum(record.get("retries", 0) for record in self.records)

    @cached_property
    def results(self) -> list[Accuracy]:
        """One Accuracy for each environment and level, in the set's order."""
        groups: dict[tuple[str, int], list[Mapping[str, Any]]] = {}
        for record in self.records:
            groups.setdefault((record["environment"], record["level"]), []).append(record)
        return [
            Accuracy(name, (level,), tuple(one["status"] for one in group), tuple(one["truncated"] for one in group))
            for (name, level), group in groups.items()
        ]

    def by_environment(self) -> dict[str, list[Accuracy]]:
        """Environment -> its results, one a level."""
        found: dict[str, list[Accuracy]] = {}
        for result in self.results:
            found.setdefault(result.environment, []).append(result)
        return found

    def by_level(self) -> dict[int, Accuracy]:
        """Level -> the results of all environments that have it, pooled."""
        levels = sorted({result.levels[0] for result in self.results})
        return {level: pool(self.results, [level]) for level in levels}

    def measured_by(self) -> dict[str, Any]:
        """The settings that accuracies depend on, and what the backend adds to them; the model and the problems left out."""
        return {**self.config["backend"], **{name: self.config["settings"].get(name) for name in ASKED}}

    def summary(self) -> dict[str, Any]:
        """Accuracy with Wilson's 95 % interval, truncation and format rates: in all, by level, by environment and level."""
        tokens = [record["tokens"] for record in self.records if record["tokens"] is not None]
        return {
            **{name: self.config[name] for name in ("model", "problem_set", "settings", "backend")},
            "all": _figures(pool(self.results)),
            "tokens": sum(tokens) / len(tokens) if tokens else None,
            "seconds": self.seconds,
            "refused": dict(self.refused),
            "retries": self.retries,
            "levels": {str(level): _figures(result) for level, result in self.by_level().items()},
            "environments": {
                name: {**_figures(pool(results)), "levels": {str(result.levels[0]): _figures(result) for result in results}}
                for name, results in self.by_environment().items()
            },
        }


def load_evaluation(folder: str | os.PathLike[str], *, checked: bool = True) -> Evaluation:
    """The evaluation of a folder, finished or not; FileNotFoundError where there is none, ValueError where it is damaged.

    checked: its records too; one that is gone on with does not need those of a batch that was broken off.
    """
    place = Path(folder)
    config = read_object(place / CONFIG) if (place / CONFIG).is_file() else {}
    if "problem_set" not in config:
        raise MissingError(f"no evaluation in {place}: expected a folder that `rlve evaluate` wrote")
    try:
        if "begun_by" not in config:
            config = _of_version_0_1(config)
        sound = _is_sound(config)
    except (KeyError, TypeError, AttributeError):
        sound = False
    if not sound:
        raise RequestError(f"{place / CONFIG} is damaged: it does not say what was measured, and how")
    records = read(place / COMPLETIONS)
    if checked:
        _check_records(place, records)
    return Evaluation(config, tuple(records), spent_seconds(place) or None)


def _check_records(place: Path, records: Iterable[Mapping[str, Any]]) -> None:
    for number, record in enumerate(records, 1):
        if strange := [name for name, fits in RECORD.items() if not fits(record.get(name))]:
            raise RequestError(f"{place / COMPLETIONS}, line {number} is damaged: {strange[0]} is missing, or not of its kind")


def _is_sound(config: Mapping[str, Any]) -> bool:
    problems = config["problem_set"]
    return (
        isinstance(config["model"], str)
        and isinstance(config["settings"], dict)
        and isinstance(config["backend"], dict)
        and type(problems["problems"]) is int
        and isinstance(problems["fingerprint"], str)
        and isinstance(problems["name"], str)
    )


def begin(place: Path, config: Mapping[str, Any]) -> None:
    """Write the configuration of an evaluation; FileExistsError where a folder holds one already, or a run."""
    if (place / CONFIG).exists():
        raise TakenError(f"{place} holds an evaluation or a run already: resume it, or choose another folder")
    place.mkdir(parents=True, exist_ok=True)
    write_json(place / CONFIG, {**config, "versions": versions()})


def go_on(place: Path, config: Mapping[str, Any], problems: ProblemSet, batch_size: int) -> list[Mapping[str, Any]]:
    """The records of all whole batches that an interrupted evaluation has; ValueError where it is another evaluation."""
    found = load_evaluation(place, checked=False)
    check_resumable(place, found)
    _check_same(place, found.config, config)
    done = list(found.records)
    done = done if len(done) == len(problems) else done[: len(done) // batch_size * batch_size]
    _check_records(place, done)
    if Evaluation(config, tuple(done)).entries != list(problems.entries[: len(done)]):
        raise RequestError(f"{place / COMPLETIONS} holds other problems than the set: it cannot be resumed")
    replace_text(place / COMPLETIONS, "".join(f"{json.dumps(record)}\n" for record in done))
    return done


def check_resumable(place: Path, found: Evaluation) -> None:
    """ValueError for an evaluation of version 0.1."""
    if found.config["begun_by"] == OLDER:
        raise RequestError(
            f"{place} was begun by version 0.1 of rlve, whose settings had other names: it can be read, compared and reported, "
            "not resumed; evaluate the model anew"
        )


def spent_seconds(place: Path) -> float:
    """What an evaluation has taken so far."""
    path = place / SUMMARY
    seconds = read_object(path).get("seconds", 0.0) if path.is_file() else 0.0
    if seconds is not None and not is_number(seconds):
        raise RequestError(f"{path} is damaged: seconds is no number (it can be deleted: the completions stand elsewhere)")
    return seconds or 0.0


def _check_same(place: Path, found: Mapping[str, Any], config: Mapping[str, Any]) -> None:
    before, now = (EvaluationSettings.from_dict(one["settings"]) for one in (found, config))
    other = before.changes(now)
    for name in ("model", "problem_set", "backend"):
        if found[name] != config[name] and name not in other:
            other[name] = (found[name], config[name])
    if other:
        words = "; ".join(f"{name} was {first}, now {last}" for name, (first, last) in other.items())
        raise RequestError(f"{place} holds another evaluation: {words}")


def _of_version_0_1(config: Mapping[str, Any]) -> dict[str, Any]:
    """The configuration that version 0.1 wrote, in today's shape."""
    old = config["settings"]
    return {
        "model": config["model"],
        "settings": {
            **{name: old.get(name) for name in ASKED},
            "model": config["model"],
            "style": config["style"],
            "batch_size": config.get("batch_size"),
            "max_completion_length": old.get("completion_length"),
        },
        "problem_set": config["problem_set"],
        "backend": {name: old[name] for name in ("backend", "dtype", "max_length") if name in old},
        "begun_by": OLDER,
        "versions": config.get("versions", {}),
    }


def _figures(result: Accuracy) -> dict[str, Any]:
    return {
        "accuracy": _number(result.share),
        "interval": list(result.interval),
        "correct": result.correct,
        "total": result.total,
        "truncation_rate": _number(result.truncation_rate),
        "format_rate": _number(result.format_rate),
        "statuses": dict(sorted(result.statuses.items())),
    }


def _number(share: float) -> float | None:
    """None for a share of nothing: JSON has no NaN."""
    return None if share != share else share
