"""First levels for a model: a short pass that finds where each environment's accuracy falls through one half."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rlve.environment import Environment, Task
from rlve.errors import RequestError
from rlve.models.backends import Backend, Completion, complete_groups
from rlve.models.chat import Prompting
from rlve.registry import problem
from rlve.runs.faults import count_fault
from rlve.runs.files import read_object, write_json
from rlve.schedulers import Outcome, PosteriorScheduler

WIDTH = 2  # levels: an environment whose belief is this narrow is not asked again


@dataclass(frozen=True)
class Calibration:
    """What a pass found.

    levels: environment -> first level. groups: environment -> its groups in the order asked, (level, right answers, rollouts).
    """

    levels: dict[str, int]
    groups: dict[str, list[tuple[int, int, int]]]

    def write(self, path: Path, **about: Any) -> None:
        """Keep it as JSON, with what it is about; `rlve train --start` reads it."""
        write_json(path, {**about, "levels": self.levels, "groups": self.groups})


def calibrate(
    backend: Backend,
    environments: str | Sequence[str | type[Environment]],
    *,
    rounds: int = 8,
    num_generations: int = 4,
    batch_size: int = 64,
    seed: int = 0,
    on_round: Callable[[int], object] | None = None,
) -> Calibration:
    """Ask a model for `num_generations` answers to a problem of each environment, up to `rounds` times.

    Each problem is drawn where the belief about the environment's accuracy curve is most informed by it
    (`PosteriorScheduler`): some six groups find a level among forty. backend: sampling at a temperature above 0, or the rollouts
    of a problem are all the same. The seeds are those of training. A problem whose environment fails is warned of and left out.
    """
    scheduler = PosteriorScheduler(environments, seed=seed)
    groups: dict[str, list[tuple[int, int, int]]] = {name: [] for name in scheduler.environments}
    faults: Counter[str] = Counter()
    cut: Counter[str] = Counter()
    asked = 0
    for number in range(1, rounds + 1):
        open_names = [name for name in groups if len(groups[name]) < 2 or _width(scheduler, name) > WIDTH]
        tasks = [scheduler.draw_task(name) for name in open_names]
        prompts = {task: text for task in tasks if (text := _prompt(task, backend.prompting, faults)) is not None}
        written = complete_groups(backend, list(prompts.values()), num_generations, asked, batch_size)
        asked += len(prompts)
        outcomes = []
        for task, completions in zip(prompts, written, strict=True):
            group = [_outcome(task, one) for one in completions]
            judged = [outcome.correct for outcome in group if outcome.correct is not None]
            if judged:
                groups[task.environment].append((task.level, sum(judged), len(judged)))
            cut.update(task.environment for outcome in group if outcome.truncated)
            outcomes += group
        scheduler.update(outcomes)
        if on_round:
            on_round(number)
    share = cut.total() / (asked * num_generations) if asked else 0.0
    if share > 0.5:
        names = ", ".join(f"{name} ({count})" for name, count in cut.most_common(3))
        warnings.warn(
            f"{100 * share:.0f} % of the completions were cut off at the length limit, most in {names}: the levels "
            "found are too low; raise max_completion_length",
            stacklevel=2,
        )
    return Calibration({name: scheduler.frontier(name) for name in groups}, groups)


def read_levels(path: str | Path) -> dict[str, int]:
    """The first levels that `rlve calibrate` wrote; ValueError for another file."""
    with suppress(RequestError, KeyError, AttributeError):
        levels = read_object(Path(path))["levels"]
        if all(type(level) is int and level >= 0 for level in levels.values()):
            return levels
    raise RequestError(f"{path} is no file of `rlve calibrate`: expected JSON with levels, integers >= 0")


def _width(scheduler: PosteriorScheduler, name: str) -> int:
    low, high = scheduler.window(name)
    return high - low


def _prompt(task: Task, prompting: Prompting, faults: Counter[str]) -> str | None:
    try:
        return prompting.question(problem(*task))
    except Exception as error:
        count_fault(faults, task, 1, f"left out: {error!r}")
        return None


def _outcome(task: Task, one: Completion) -> Outcome:
    verdict = problem(*task).verify(one.text)
    return Outcome(task, verdict.correct, verdict.reward, verdict.status, one.truncated)
