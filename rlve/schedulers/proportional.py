"""Proportional difficulty: a fractional level moved towards half of the answers right (SCALER, arXiv 2601.04809)."""

from collections.abc import Mapping, Sequence
from typing import Any

from rlve.environment import Environment
from rlve.schedulers.base import Group, Scheduler
from rlve.settings import Number, check_value


class ProportionalScheduler(Scheduler):
    """Each environment has a fractional level x, drawn as its floor or ceiling so that the mean is x.

    After a group with the share p of right answers, x moves by gain (p - target), by one level at most, and stays within
    0..max_level. Only groups drawn next to x count: what was drawn further away, before x moved, says nothing about x.

    target: the share of right answers aimed at, in [0, 1]. gain: levels per unit of share. choice: not the source's active
    set of environments, but all of them in proportion to what their groups teach. start: as for TwoWayScheduler.
    review: the share of an environment's problems that are drawn uniformly from the levels below x, so that they are not
    forgotten; not the source's. The window is that of x alone.
    """

    def __init__(
        self,
        environments: str | Sequence[str | type[Environment]],
        *,
        seed: int = 0,
        target: float = 0.5,
        gain: float = 2.0,
        review: float = 0.2,
        choice: str = "learnability",
        start: Mapping[str, int] | None = None,
    ) -> None:
        super().__init__(environments, seed=seed, choice=choice)
        self.target = check_value("target", Number(0, 1), target)
        self.gain = check_value("gain", Number(0, 100), gain)
        self.review = check_value("review", Number(0, 1), review)
        self.place = {name: float(level) for name, level in self.start_levels(start).items()}

    def window(self, environment: str) -> tuple[int, int]:
        place = self.place[environment]
        return int(place), -int(-place // 1)

    def draw_level(self, environment: str) -> int:
        low, high = self.window(environment)
        if low and self.review and self.random.random() < self.review:
            return self.random.randrange(low)
        return high if self.random.random() < self.place[environment] - low else low

    def learn(self, groups: Sequence[Group]) -> None:
        for group in groups:
            name, level = group.task.environment, group.task.level
            if abs(level - self.place[name]) < 1 or level == self.place[name]:
                move = max(-1.0, min(1.0, self.gain * (group.share - self.target)))
                self.place[name] = max(0.0, min(float(self.environments[name].max_level), self.place[name] + move))

    def options(self) -> dict[str, Any]:
        return {"target": self.target, "gain": self.gain, "review": self.review}

    def progress(self) -> dict[str, Any]:
        return dict(self.place)

    def restore(self, progress: Mapping[str, Any]) -> None:
        self.place = {name: progress[name] for name in self.environments}
