"""An evaluation kept in a folder: completions with verdicts, a summary, a figure; it can be interrupted and resumed."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from rlve.answers.extraction import check_style
from rlve.evaluation.accuracy import Accuracy, pool
from rlve.evaluation.problem_set import Item, ProblemSet
from rlve.models.backends import Backend
from rlve.runs.files import append, read, replace_text, write_json
from rlve.runs.folder import versions

COMPLETIONS, CONFIG, SUMMARY, FIGURE = "completions.jsonl", "config.json", "summary.json", "figure.png"


@dataclass(frozen=True)
class Evaluation:
    """What an evaluation folder holds.

    config: model, problem set (name, number of problems, fingerprint), style, settings of the backend, batch size, versions.
    records: one a problem, in the set's order: environment, version, level, seed, status, reward, reason, tokens,
    truncated, completion. seconds: spent on the completions.
    """

    config: Mapping[str, Any]
    records: tuple[Mapping[str, Any], ...]
    seconds: float | None = None

    @property
    def finished(self) -> bool:
        """Whether every problem of the set was answered."""
        return len(self.records) == self.config["problem_set"]["problems"]

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

    def summary(self) -> dict[str, Any]:
        """Accuracy with Wilson's 95 % interval, truncation and format rates: in all, by level, by environment and level."""
        tokens = [record["tokens"] for record in self.records if record["tokens"] is not None]
        return {
            **{name: self.config[name] for name in ("model", "problem_set", "style", "settings")},
            "all": _figures(pool(self.results)),
            "tokens": sum(tokens) / len(tokens) if tokens else None,
            "seconds": self.seconds,
            "levels": {str(level): _figures(result) for level, result in self.by_level().items()},
            "environments": {
                name: {
                    **_figures(pool(results)),
                    "levels": {str(result.levels[0]): _figures(result) for result in results},
                }
                for name, results in self.by_environment().items()
            },
        }


def run_evaluation(
    backend: Backend,
    problems: ProblemSet,
    folder: str | os.PathLike[str],
    *,
    model: str,
    style: str = "answer",
    batch_size: int = 64,
    command: Mapping[str, Any] | None = None,
    resume: bool = False,
    on_batch: Callable[[int], object] | None = None,
) -> Evaluation:
    """Have every problem of a set answered and judged; write the folder's files, and return what they hold.

    model: its name, for the reader. batch_size: prompts given to the backend at once. command: what `rlve evaluate` needs
    to build the same again. resume: go on in a folder whose evaluation was interrupted, under the same settings; the
    completions are the same as without the interruption. on_batch: called with the number of problems done.
    Raises FileExistsError where a folder holds an evaluation already, ValueError where the one to resume is another.
    """
    place = Path(folder)
    config = {
        "model": model,
        "problem_set": {"name": problems.name, "problems": len(problems), "fingerprint": problems.fingerprint},
        "style": check_style(style),
        "settings": backend.describe(),
        "batch_size": batch_size,
    }
    if resume:
        _check_same(place, config)
    elif (place / CONFIG).exists():
        raise FileExistsError(f"{place} holds an evaluation or a run already: resume it, or choose another folder")
    else:
        place.mkdir(parents=True, exist_ok=True)
        write_json(place / CONFIG, {**config, "command": command, "versions": versions()})
    done = read(place / COMPLETIONS)
    done = done if len(done) == len(problems) else done[: len(done) // batch_size * batch_size]
    if items_of(Evaluation(config, tuple(done))) != list(problems.items[: len(done)]):
        raise ValueError(f"{place / COMPLETIONS} holds other problems than the set: it cannot be resumed")
    replace_text(place / COMPLETIONS, "".join(f"{json.dumps(record)}\n" for record in done))
    drawn = list(problems.problems())
    spent = _seconds(place)
    for first in range(len(done), len(drawn), batch_size):
        start = time.monotonic()
        batch = drawn[first : first + batch_size]
        completions = backend.complete([problem.prompt(style) for problem in batch], first)
        records = []
        for item, problem, one in zip(problems.items[first : first + batch_size], batch, completions, strict=True):
            verdict = problem.verify(one.text)
            records.append(
                {
                    **item._asdict(),
                    "status": verdict.status,
                    "reward": verdict.reward,
                    "reason": verdict.reason,
                    "tokens": one.tokens,
                    "truncated": one.truncated,
                    "completion": one.text,
                }
            )
        append(place / COMPLETIONS, records)
        spent += time.monotonic() - start
        write_json(place / SUMMARY, {"seconds": spent})
        if on_batch:
            on_batch(first + len(batch))
    evaluation = load_evaluation(place)
    write_json(place / SUMMARY, evaluation.summary())
    return evaluation


def load_evaluation(folder: str | os.PathLike[str]) -> Evaluation:
    """The evaluation of a folder, finished or not; FileNotFoundError where there is none."""
    place = Path(folder)
    try:
        config = json.loads((place / CONFIG).read_text("utf-8")) if (place / CONFIG).is_file() else {}
    except ValueError as error:
        raise ValueError(f"{place / CONFIG} is damaged: {error}") from error
    if "problem_set" not in config:
        raise FileNotFoundError(f"no evaluation in {place}: expected a folder that `rlve evaluate` wrote")
    return Evaluation(config, tuple(read(place / COMPLETIONS)), _seconds(place) or None)


def items_of(evaluation: Evaluation) -> list[Item]:
    """The problems answered, as entries of a problem set."""
    return [Item(*(record[name] for name in Item._fields)) for record in evaluation.records]


def _check_same(place: Path, config: Mapping[str, Any]) -> None:
    found = load_evaluation(place).config
    other = [name for name, value in config.items() if found.get(name) != json.loads(json.dumps(value))]
    if other:
        words = "; ".join(f"{name} was {found.get(name)}, now {config[name]}" for name in other)
        raise ValueError(f"{place} holds another evaluation: {words}")


def _seconds(place: Path) -> float:
    path = place / SUMMARY
    return json.loads(path.read_text("utf-8"))["seconds"] if path.is_file() else 0.0


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
