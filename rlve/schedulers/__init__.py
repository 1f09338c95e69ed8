"""Schedulers: what decides which environment and which level come next. One file per algorithm."""

from rlve.schedulers.adaptive import AdaptiveScheduler
from rlve.schedulers.base import Outcome, Scheduler
from rlve.schedulers.static import StaticScheduler

__all__ = ["AdaptiveScheduler", "Outcome", "Scheduler", "StaticScheduler"]
