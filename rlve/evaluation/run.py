"""The loop of an evaluation: have problems answered and judged, in memory or kept in a folder where it can be interrupted."""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rlve.environment import Environment
from rlve.errors import RequestError
from rlve.evaluation.accuracy import Accuracy
from rlve.evaluation.folder import COMPLETIONS, PYTHON, SUMMARY, Evaluation, begin, go_on, load_evaluation, spent_seconds
from rlve.evaluation.problem_sets import ProblemEntry, ProblemSet, problem_set
from rlve.evaluation.settings import SERVERS_OWN, EvaluationSettings
from rlve.models.backends import Backend, Sampling, TransformersBackend
from rlve.models.chat import AS_MADE, Prompting
from rlve.registry import resolve
from rlve.runs.files import append, write_json
from rlve.runs.lock import locked

ENOUGH = 100
"""Answers after which it is said that none of them can be read."""

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase


def run_evaluation(
    backend: Backend,
    problems: ProblemSet,
    folder: str | os.PathLike[str] | None = None,
    *,
    settings: EvaluationSettings = EvaluationSettings(),
    name: str | None = None,
    resume: bool = False,
    on_batch: Callable[[int], object] | None = None,
    begun_by: str = PYTHON,
) -> Evaluation:
    """Have every problem of a set answered and judged; with a folder, write its files.

    settings: kept in the folder; the batch size is theirs, sampling and prompting are the backend's. name: of the model, for
    the reader; by default the setting. resume: go on in a folder whose evaluation was interrupted, under the same settings;
    the completions are the same as without the interruption. on_batch: called with the number of problems done.
    Raises FileExistsError where a folder holds an evaluation already, ValueError where the one to resume is another.
    """
    chosen = _with_backend(backend, settings)
    place = None if folder is None else Path(folder)
    config = {
        "model": name or chosen.name,
        "settings": {**chosen.as_dict(), "output_dir": None},  # a folder that is moved stays the same evaluation
        "problem_set": {"name": problems.name, "problems": len(problems), "fingerprint": problems.fingerprint},
        "backend": backend.describe(),
        "begun_by": begun_by,
    }
    if place is None:
        return _answer_all(backend, problems, config, chosen.batch_size, [], None, on_batch)
    with ExitStack() as held:
        if not resume:
            begin(place, config)
        if place.is_dir():
            held.enter_context(locked(place))
        records = go_on(place, config, problems, chosen.batch_size) if resume else []
        return _answer_all(backend, problems, config, chosen.batch_size, records, place, on_batch)


def _answer_all(
    backend: Backend,
    problems: ProblemSet,
    config: Mapping[str, Any],
    batch_size: int,
    records: list[Mapping[str, Any]],
    place: Path | None,
    on_batch: Callable[[int], object] | None,
) -> Evaluation:
    """Have the problems after those of `records` answered, batch by batch; what is answered goes to the folder at once."""
    spent = spent_seconds(place) if place is not None else 0.0
    drawn = list(problems.problems())
    for first in range(len(records), len(drawn), batch_size):
        start = time.monotonic()
        batch = slice(first, first + batch_size)
        answered = _answer(backend, problems.entries[batch], drawn[batch], first)
        records += answered
        spent += time.monotonic() - start
        if place is not None:
            append(place / COMPLETIONS, answered)
            write_json(place / SUMMARY, {"seconds": spent})
        if on_batch:
            on_batch(len(records))
        if first < ENOUGH <= len(records) and all(record["status"] == "unparsable" for record in records):
            warnings.warn(
                f"all of the first {len(records)} answers are unparsable: look at some (completions.jsonl), and see "
                "docs/troubleshooting.md before you wait for the rest",
                stacklevel=3,
            )
    if place is None:
        return Evaluation(config, tuple(records), spent)
    evaluation = load_evaluation(place)
    write_json(place / SUMMARY, evaluation.summary())
    return evaluation


def evaluate(
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    environments: str | Sequence[str | type[Environment]],
    levels: Iterable[int] | Mapping[int, int],
    *,
    problems: int = 100,
    temperature: float = 0.0,
    max_completion_length: int = 64,
    batch_size: int = 100,
    seed: int = 0,
    prompting: Prompting = AS_MADE,
) -> list[Accuracy]:
    """Judge one completion of each held-out problem; one Accuracy per environment and level.

    levels: the levels, or level -> number of problems. problems: how many per environment and level otherwise. Their
    seeds count from EVALUATION_SEED up, so they are the same in every call. temperature: 0 is greedy; otherwise `seed`
    fixes the sampling, the same for each environment. max_completion_length: in tokens. prompting: as in the training that
    is to be measured.
    """
    counts = dict(levels) if isinstance(levels, Mapping) else dict.fromkeys(levels, problems)
    sampling = Sampling(temperature, max_completion_length=max_completion_length, seed=seed)
    backend = TransformersBackend(model, tokenizer, sampling, prompting, batch_size)
    results = []
    for cls in resolve(environments):
        if high := [level for level in counts if level > cls.max_level]:
            raise RequestError(f"{cls.name} has levels 0 to {cls.max_level}, got {high[0]}")
        chosen = problem_set(cls, counts)
        results += run_evaluation(backend, chosen, settings=EvaluationSettings(batch_size=len(chosen))).results
    return results


def _answer(
    backend: Backend, entries: Sequence[ProblemEntry], batch: Sequence[Environment], first: int
) -> list[Mapping[str, Any]]:
    """The records of a batch of problems."""
    completions = backend.complete([backend.prompting.question(problem) for problem in batch], first)
    records = []
    for entry, problem, one in zip(entries, batch, completions, strict=True):
        verdict = problem.verify(one.text)
        records.append(
            {
                **entry._asdict(),
                "status": verdict.status,
                "reward": verdict.reward,
                "reason": verdict.reason,
                "tokens": one.tokens,
                "truncated": one.truncated,
                "completion": one.text,
                **({"refused": one.refused} if one.refused else {}),
                **({"retries": one.retries} if one.retries else {}),
            }
        )
    return records


def _with_backend(backend: Backend, settings: EvaluationSettings) -> EvaluationSettings:
    """The settings, with the sampling and prompting of the backend."""
    own = {**asdict(backend.sampling), **backend.prompting.as_settings()}
    if own["temperature"] is None:
        own |= {"temperature": SERVERS_OWN, "base_url": settings.base_url or getattr(backend, "url", None)}
    return replace(settings, **own)
