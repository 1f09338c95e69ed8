"""Schedulers: what decides which environment and which level come next. One file per algorithm."""

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
"""The rules by the word that `rlve train --scheduler` takes."""

__all__ = [
    "CHOICES",
    "SCHEDULERS",
    "AdaptiveScheduler",
    "Group",
    "Outcome",
    "PosteriorScheduler",
    "ProportionalScheduler",
    "Scheduler",
    "StaticScheduler",
    "TwoWayScheduler",
]
