"""Panels for notebooks: explore environments, play with schedulers, follow a training run (ipywidgets 7.7 and 8)."""

from rlve.extras import need

need("ipywidgets", extra="notebooks")

from rlve.widgets.explorer import EnvironmentExplorer  # noqa: E402
from rlve.widgets.monitor import TrainingMonitor  # noqa: E402
from rlve.widgets.playground import SchedulerPlayground  # noqa: E402

__all__ = ["EnvironmentExplorer", "SchedulerPlayground", "TrainingMonitor"]
