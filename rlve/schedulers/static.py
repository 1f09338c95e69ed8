"""Static difficulty: the baseline the paper compares with."""

from collections.abc import Sequence
from typing import Any

from rlve.environment import Environment
from rlve.errors import RequestError
from rlve.schedulers.base import Group, Scheduler
from rlve.settings import Whole, check_value


class StaticScheduler(Scheduler):
    """Levels uniform in low..high for every environment, whatever the model does.

    Raises ValueError when an environment's levels end below `high`.
    """

    def __init__(
        self,
        environments: str | Sequence[str | type[Environment]],
        *,
        seed: int = 0,
        low: int = 0,
        high: int = 20,
        choice: str = "uniform",
    ) -> None:
        super().__init__(environments, seed=seed, choice=choice)
        self.low = check_value("low", Whole(0), low)
        self.high = check_value("high", Whole(0), high)
        if low > high:
            raise RequestError(f"low should not exceed high, got low={low} and high={high}")
        for name, cls in self.environments.items():
            if high > cls.max_level:
                raise RequestError(f"{name} has levels 0 to {cls.max_level}, and high is {high}")

    def window(self, environment: str) -> tuple[int, int]:
        return self.low, self.high

    def learn(self, groups: Sequence[Group]) -> None:
        pass

    def options(self) -> dict[str, Any]:
        return {"low": self.low, "high": self.high}
