"""Schedulers: what decides which environment and which level come next. One file per algorithm."""

from collections.abc import Sequence
from typing import Any

from rlve.environment import Environment
from rlve.errors import RequestError
from rlve.schedulers.adaptive import AdaptiveScheduler
from rlve.schedulers.base import CHOICES, Group, Outcome, Scheduler
from rlve.schedulers.posterior import PosteriorScheduler
from rlve.schedulers.proportional import ProportionalScheduler
from rlve.schedulers.static import StaticScheduler
from rlve.schedulers.two_way import TwoWayScheduler

SCHEDULERS = {
    "paper": AdaptiveScheduler,
    "static": StaticScheduler,
    "two_way": TwoWayScheduler,
    "proportional": ProportionalScheduler,
    "posterior": PosteriorScheduler,
}
"""The rules by the word that `rlve train --scheduler` and `rlve.train(scheduler=...)` take."""
DEFAULT = "proportional"
"""The rule that did best on small budgets (docs/schedulers.md)."""


def scheduler_named(
    word: str, environments: str | Sequence[str | type[Environment]], *, seed: int = 0, **options: Any
) -> Scheduler:
    """The scheduler of that name over some environments; ValueError lists the names, and says which option does not fit."""
    if word not in SCHEDULERS:
        raise RequestError(f"unknown scheduler {word!r}: expected one of {', '.join(SCHEDULERS)}")
    try:
        return SCHEDULERS[word](environments, seed=seed, **options)
    except TypeError as error:
        raise RequestError(f"scheduler {word}: {str(error).partition('() ')[2]}") from error


__all__ = [
    "CHOICES",
    "DEFAULT",
    "SCHEDULERS",
    "AdaptiveScheduler",
    "Group",
    "Outcome",
    "PosteriorScheduler",
    "ProportionalScheduler",
    "Scheduler",
    "StaticScheduler",
    "TwoWayScheduler",
    "scheduler_named",
]
