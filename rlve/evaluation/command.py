"""What `rlve evaluate` does: options to a problem set and a backend, and the files of the folder."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from rlve.evaluation.problem_set import ProblemSet, heldout, in_distribution, problem_set
from rlve.evaluation.report import figure, markdown
from rlve.evaluation.run import CONFIG, FIGURE, Evaluation, load_evaluation, run_evaluation
from rlve.extras import need
from rlve.models.backends import Backend, Sampling, ServerBackend, TransformersBackend
from rlve.models.chat import Prompting, trained_prompting
from rlve.registry import resolve
from rlve.runs.files import replace_text
from rlve.runs.folder import absolute, new_folder, run_of
from rlve.runs.progress import counted
from rlve.runs.records import with_levels

TABLE = "summary.md"


def evaluate(command: Mapping[str, Any], folder: Path | None, resume: Path | None, say: Callable[[str], object]) -> Evaluation:
    """Measure a model as the options of `rlve evaluate` say, or go on with the evaluation in `resume` by its own options.

    Prints what is going to be measured, the progress, and what was found; writes summary.md and figure.png too.
    """
    if resume is not None:
        place, command = resume, _command_of(resume)
    else:
        command = {
            **command,
            "name": command["model"] + (f" + {command['adapter']}" if command["adapter"] else ""),
            "model": command["model"] if command["base_url"] else absolute(command["model"]),
            "adapter": command["adapter"] and absolute(command["adapter"]),
            "environments": [absolute(part.strip()) for names in command["environments"] for part in names.split(",")],
        }
        words = command["environments"] or [command["problem_set"] or "heldout"]
        place = folder or Path("evaluations", new_folder(command["model"], words).name)
    problems = problems_of(command)
    backend = backend_of(command)
    say(f"{command['name']} on {problems.name}: {len(problems)} problems, fingerprint {problems.fingerprint}; kept in {place}")
    with _resumable(place, say), quietly(backend), counted(len(problems), "problems", say) as on_batch:
        evaluation = run_evaluation(
            backend,
            problems,
            place,
            model=command["name"],
            style=command["style"],
            batch_size=command["batch_size"],
            command=command,
            resume=resume is not None,
            on_batch=on_batch,
        )
    replace_text(place / TABLE, markdown(evaluation))
    _draw(evaluation, place)
    return evaluation


def problems_of(command: Mapping[str, Any]) -> ProblemSet:
    """The problem set that the options ask for."""
    names, problems, levels = command["environments"], command["problems"], command["levels"]
    which = command["problem_set"] or (None if names or levels else "heldout")
    if which == "heldout":
        if names or levels:
            raise ValueError("the heldout set has environments and levels of its own: leave out --set, or the others")
        return heldout(problems=problems or 50)
    if which == "in-distribution":
        if levels:
            raise ValueError("the in-distribution set has levels 0-19: leave out --set, or --levels")
        return in_distribution(names or trained_environments(command["model"]), problems or 200)
    low, high = levels or (0, 4)
    chosen = names or trained_environments(command["model"])
    shown = ", ".join(Path(name).stem for name in chosen)
    name = f"{shown}, levels {low}-{high}, {problems or 50} each"
    return problem_set(resolve(chosen), range(low, high + 1), problems or 50, name=name)


def trained_environments(model: str) -> list[str]:
    """The environments that the run in a folder was trained on; ValueError where `model` is no run."""
    run = run_of(model)
    if run is None:
        raise ValueError(f"{model} is not the folder of a training run: say which environments it was trained on, with -e")
    command = run.config().get("command")
    return list(command["environments"] if command else list(with_levels(run.history()))[-1]["levels"])


def backend_of(command: Mapping[str, Any]) -> Backend:
    """The backend that the options ask for."""
    how = Sampling(command["temperature"], command["top_p"], command["completion_length"], command["seed"])
    prompting = prompting_of(command)
    engine = command.get("backend", "transformers")  # a folder of an older version says none
    if command["base_url"]:
        if engine == "vllm":
            raise ValueError("--backend says what runs the model here, and --base-url that a server does: leave one of them out")
        if command["adapter"]:
            raise ValueError("a server loads adapters itself: give the name under which it serves the adapter as --model")
        return ServerBackend(command["base_url"], command["model"], how, prompting=prompting, at_once=command["batch_size"])
    need("torch", "transformers")
    from rlve.models.loading import load
    from rlve.models.machine import quiet

    if engine == "vllm":
        from rlve.models.vllm_backend import VllmBackend

        with quiet():
            backend: Any = VllmBackend(command["model"], how, adapter=command["adapter"], prompting=prompting)
    else:
        with quiet():
            backend = TransformersBackend(*load(command["model"], command["adapter"]), how, prompting)
    _compare_with_training(command["adapter"] or command["model"], prompting, backend.tokenizer)
    return backend


def _compare_with_training(model: str, prompting: Prompting, tokenizer: Any) -> None:
    """Remark where a run's prompts were put in another way; ValueError where the tokenizer's template does not fit."""
    put = prompting.text(tokenizer, "PROMPT")
    if run_of(model) is not None and (trained := trained_prompting(model).text(tokenizer, "PROMPT")) != put:
        warnings.warn(
            f"{model} was trained on prompts put as {trained!r}, and is asked {put!r}: give the same --chat or --plain, "
            "--system-prompt and --chat-template-kwargs, unless this is the comparison",
            stacklevel=2,
        )


def prompting_of(command: Mapping[str, Any]) -> Prompting:
    """How prompts are put, as the options ask for it."""
    older = "system_prompt" not in command  # a folder of an older version, where --chat was the default and meant servers alone
    chat = None if older and not command["base_url"] else command["chat"]
    return Prompting(
        chat=chat,
        system_prompt=command.get("system_prompt"),
        chat_template_kwargs=command.get("chat_template_kwargs") or {},
    )


@contextmanager
def _resumable(place: Path, say: Callable[[str], object]) -> Iterator[None]:
    try:
        yield
    except (KeyboardInterrupt, ConnectionError):
        say(f"stopped; go on with: rlve evaluate --resume {place}")
        raise


def quietly(backend: Backend) -> AbstractContextManager[None]:
    """Without the progress bars and advice of transformers, where the backend uses it."""
    from rlve.models.machine import quiet

    return quiet() if isinstance(backend, TransformersBackend) else nullcontext()


def _command_of(place: Path) -> dict[str, Any]:
    load_evaluation(place)
    command = json.loads((place / CONFIG).read_text("utf-8"))["command"]
    if command is None:
        raise ValueError(f"{place} was not begun by rlve evaluate: go on with run_evaluation(..., resume=True)")
    return command


def _draw(evaluation: Evaluation, place: Path) -> None:
    try:
        figure(evaluation).savefig(place / FIGURE, dpi=110)
    except ModuleNotFoundError:  # matplotlib: with a server there may be none
        return
