"""Two-way difficulty: one level that rises with success and falls with failure (ZAYA1-8B, arXiv 2605.05365)."""

from collections.abc import Mapping, Sequence
from typing import Any

from rlve.environment import Environment
from rlve.schedulers.base import Group, Scheduler
from rlve.settings import Number, check_value


class TwoWayScheduler(Scheduler):
    """Each environment has one level: up after a group that went well at it, down after one without a right answer.

    A group drawn at the present level with a share of right answers above `up` raises the level by one; a group without a
    right answer, drawn at that level or below, lowers it by one. Levels stay within 0..max_level. One addition to the
    source: what was drawn above the present level, before it fell, does not lower it again.

    up: the share of right answers that raises a level, in [0, 1). choice: as in ZAYA1, the environment drawn least.
    start: the first level of each environment, by name; 0 where it is not named (`rlve calibrate` finds them).
    """

    def __init__(
        self,
        environments: str | Sequence[str | type[Environment]],
        *,
        seed: int = 0,
        up: float = 0.7,
        choice: str = "least_sampled",
        start: Mapping[str, int] | None = None,
    ) -> None:
        super().__init__(environments, seed=seed, choice=choice)
        self.up = check_value("up", Number(0, 0.999), up)
        self.level = self.start_levels(start)

    def window(self, environment: str) -> tuple[int, int]:
        return self.level[environment], self.level[environment]

    def learn(self, groups: Sequence[Group]) -> None:
        for group in groups:
            name, level = group.task.environment, group.task.level
            if level == self.level[name] and group.share > self.up:
                self.level[name] = min(level + 1, self.environments[name].max_level)
            elif level <= self.level[name] and group.correct == 0:
                self.level[name] = max(self.level[name] - 1, 0)

    def options(self) -> dict[str, Any]:
        return {"up": self.up}

    def progress(self) -> dict[str, Any]:
        return dict(self.level)

    def restore(self, progress: Mapping[str, Any]) -> None:
        self.level = {name: progress[name] for name in self.environments}
