"""Adaptive difficulty: the paper's Algorithm 1 (arXiv 2511.07317)."""

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from fractions import Fraction
from typing import Any

from rlve.environment import Environment
from rlve.errors import RequestError
from rlve.schedulers.base import Group, Scheduler
from rlve.settings import Whole, check_value


@dataclass
class Window:
    """The levels l..h of one environment, and the rollouts counted at h since the last check."""

    low: int = 0
    high: int = 0
    correct: int = 0
    rollouts: int = 0


class AdaptiveScheduler(Scheduler):
    """Raise an environment's highest level h once at least tau_acc of its rollouts at h are right.

    Every environment starts with the levels 0..0. After a policy update, where at least tau_num rollouts at h were
    counted: h grows by one if their accuracy is at least tau_acc, the window keeps at most d_delta levels, and the
    counters start again, promoted or not. Levels never fall. One addition to the paper: h stops at max_level.

    tau_acc: accuracy asked for, in (0, 1], compared exactly. tau_num: rollouts per check. d_delta: levels in the window.
    """

    def __init__(
        self,
        environments: str | Sequence[str | type[Environment]],
        *,
        seed: int = 0,
        tau_acc: float | Fraction = 0.9,
        tau_num: int = 128,
        d_delta: int = 4,
        choice: str = "uniform",
    ) -> None:
        super().__init__(environments, seed=seed, choice=choice)
        try:
            self.tau_acc = Fraction(str(tau_acc))  # 0.9 means nine tenths, not the float next to it
        except ValueError:
            raise RequestError(f"tau_acc should be a number, got {tau_acc!r}") from None
        if not 0 < self.tau_acc <= 1:
            raise RequestError(f"tau_acc should lie in (0, 1], got {tau_acc!r}")
        self.tau_num = check_value("tau_num", Whole(1), tau_num)
        self.d_delta = check_value("d_delta", Whole(1), d_delta)
        self.windows = {name: Window() for name in self.environments}

    def window(self, environment: str) -> tuple[int, int]:
        window = self.windows[environment]
        return window.low, window.high

    def learn(self, groups: Sequence[Group]) -> None:
        for group in groups:
            window = self.windows[group.task.environment]
            if group.task.level == window.high:
                window.correct += group.correct
                window.rollouts += group.total
        for name, window in self.windows.items():
            if window.rollouts >= self.tau_num:
                self._check(window, self.environments[name].max_level)

    def _check(self, window: Window, max_level: int) -> None:
        if window.correct >= self.tau_acc * window.rollouts and window.high < max_level:
            window.high += 1
            window.low = max(window.low, window.high - self.d_delta + 1)
        window.correct = window.rollouts = 0

    def options(self) -> dict[str, Any]:
        return {"tau_acc": str(self.tau_acc), "tau_num": self.tau_num, "d_delta": self.d_delta}

    def progress(self) -> dict[str, Any]:
        return {name: list(astuple(window)) for name, window in self.windows.items()}

    def restore(self, progress: Mapping[str, Any]) -> None:
        self.windows = {name: Window(*progress[name]) for name in self.environments}
