"""What `rlve evaluate` does: settings to a problem set and a backend, and the files of the folder."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from rlve.errors import RequestError
from rlve.evaluation.folder import COMMAND, FIGURE, Evaluation, check_resumable, load_evaluation
from rlve.evaluation.problem_sets import ProblemSet, heldout, in_distribution, problem_set
from rlve.evaluation.report import figure, summary_page
from rlve.evaluation.run import run_evaluation
from rlve.evaluation.settings import AnsweringSettings, EvaluationSettings
from rlve.extras import need
from rlve.models.backends import Backend, TransformersBackend
from rlve.models.chat import Prompting, trained_prompting
from rlve.models.server import ServerBackend
from rlve.registry import collection, known, resolve
from rlve.runs.files import replace_text
from rlve.runs.folder import new_folder, run_of
from rlve.runs.progress import counted
from rlve.settings import signature

PAGE = "summary.md"


def evaluate_model(*, resume: str | Path | None = None, say: Callable[[str], object] = print, **settings: Any) -> Evaluation:
    """Measure a model as the settings say, or go on with the evaluation in `resume` by its own, at another base_url if given.

    Prints what is going to be measured, the progress, and what was found; writes summary.md and figure.png too.
    """
    EvaluationSettings.check_names(settings)
    if resume is not None:
        place = Path(resume)
        name, chosen = _begun(place, settings)
    else:
        chosen = EvaluationSettings(**settings)
        words = chosen.environments or [chosen.problem_set or "heldout"]
        name, place = chosen.name, Path(chosen.output_dir or new_folder(chosen.model, words, "evaluations"))
        chosen = chosen.with_absolute_paths()
    problems = chosen_problems(chosen)
    if chosen.base_url is None and (remark := _unknown_kinds(chosen.model, problems)):
        say(f"note: {remark}")
    backend = make_backend(chosen)
    say(f"{name} on {problems.name}: {len(problems)} problems, fingerprint {problems.fingerprint}; kept in {place}")
    with _resumable(place, say), quietly(backend), counted(len(problems), "problems", say) as on_batch:
        evaluation = run_evaluation(
            backend, problems, place, settings=chosen, name=name, resume=resume is not None, on_batch=on_batch, begun_by=COMMAND
        )
    replace_text(place / PAGE, summary_page(evaluation))
    _draw(evaluation, place)
    return evaluation


evaluate_model.__signature__ = signature(evaluate_model, EvaluationSettings)  # type: ignore[attr-defined]


def chosen_problems(settings: EvaluationSettings) -> ProblemSet:
    """The problem set that the settings ask for."""
    names, problems, levels = settings.environments, settings.problems, settings.levels
    which = settings.problem_set or (None if names or levels else "heldout")
    if which == "heldout":
        return heldout(problems=problems or 50)
    chosen = names or trained_environments(settings.model)
    if which == "in-distribution":
        return in_distribution(chosen, problems or 200)
    low, high = levels or (0, 4)
    shown = ", ".join(Path(name).stem for name in chosen)
    name = f"{shown}, levels {low}-{high}, {problems or 50} each"
    return problem_set(resolve(chosen), range(low, high + 1), problems or 50, name=name)


def trained_environments(source: str | Path) -> list[str]:
    """The environments that a run was trained on; ValueError where `source` is no run."""
    run = run_of(source)
    if run is None:
        raise RequestError(f"{source} is not the folder of a training run: say which environments it was trained on, with -e")
    return [known(name).name for name in run.config()["environments"]]  # a run names no file that is to be imported


def make_backend(settings: AnsweringSettings) -> Backend:
    """The backend that the settings ask for."""
    sampling, prompting = settings.sampling(), settings.prompting()
    if settings.base_url:
        return ServerBackend(settings.base_url, settings.model, sampling, prompting, at_once=settings.batch_size)
    need("torch", "transformers")
    from rlve.models.loading import load
    from rlve.models.machine import quiet
    from rlve.models.memory import answers_at_once

    with quiet():
        if settings.backend == "vllm":
            from rlve.models.vllm_backend import VllmBackend

            backend: Any = VllmBackend(settings.model, sampling, adapter=settings.adapter, prompting=prompting)
        else:
            at_once = answers_at_once(settings.model, settings.max_completion_length)
            backend = TransformersBackend(*load(settings.model, settings.adapter), sampling, prompting, at_once)
    _compare_with_training(settings.adapter or settings.model, prompting, backend.tokenizer)
    return backend


def quietly(backend: Backend) -> AbstractContextManager[None]:
    """Without the progress bars and advice of transformers, where the backend uses it."""
    from rlve.models.machine import quiet

    return quiet() if isinstance(backend, TransformersBackend) else nullcontext()


def _begun(place: Path, settings: Mapping[str, Any]) -> tuple[str, EvaluationSettings]:
    """The model's name and the settings of an evaluation that was begun; `settings` may change some of them."""
    found = load_evaluation(place, checked=False)
    check_resumable(place, found)
    if found.config["begun_by"] != COMMAND:
        raise RequestError(f"{place} was not begun by rlve evaluate: go on with run_evaluation(..., resume=True)")
    before = EvaluationSettings.from_dict(found.config["settings"])
    now = replace(before, **settings)
    if fixed := before.changes(now):
        raise RequestError(f"{place} goes on with the settings it was begun with: leave out {', '.join(fixed)}")
    return found.config["model"], now


def _compare_with_training(model: str, prompting: Prompting, tokenizer: Any) -> None:
    """Remark where a run's prompts were put in another way; ValueError where the tokenizer's template does not fit."""
    put = prompting.text(tokenizer, "PROMPT")
    if run_of(model) is None:
        return
    trained = trained_prompting(model)
    if (before := trained.text(tokenizer, "PROMPT")) != put:
        warnings.warn(
            f"{model} was trained on prompts put as {before!r}, and is asked {put!r}: give the same --chat or --no-chat, "
            "--system-prompt and --chat-template-kwargs, unless this is the comparison",
            stacklevel=2,
        )
    if trained.style != prompting.style:
        warnings.warn(f"{model} was trained in the style {trained.style}, and is asked in {prompting.style}", stacklevel=2)


def _unknown_kinds(model: str, problems: ProblemSet) -> str:
    """What to say where the tiny model, or what was trained upon it, is asked problems of kinds that it never saw."""
    run = run_of(model)
    if (model if run is None else run.config()["settings"].get("model")) != "tiny":
        return ""
    seen = {*collection("MINI8"), *collection("MINI_HELD_OUT"), *([] if run is None else run.config()["environments"])}
    asked = {entry.environment for entry in problems.entries}
    if not (unknown := asked - seen):
        return ""
    return (
        f"the tiny model has never seen {len(unknown)} of these {len(asked)} kinds of problems, and will hardly get any of them "
        "right: it knows MINI8, MINI_HELD_OUT and what it was trained on (--set in-distribution asks that)"
    )


@contextmanager
def _resumable(place: Path, say: Callable[[str], object]) -> Iterator[None]:
    try:
        yield
    except (KeyboardInterrupt, ConnectionError):
        say(f"stopped; go on with: rlve evaluate --resume {place}")
        raise


def _draw(evaluation: Evaluation, place: Path) -> None:
    try:
        figure(evaluation).savefig(place / FIGURE, dpi=110)
    except ModuleNotFoundError:  # matplotlib: with a server there may be none
        return
