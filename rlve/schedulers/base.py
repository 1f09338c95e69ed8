"""The contract of a scheduler: draw a task, learn from outcomes, save and restore."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from rlve.environment import EVALUATION_SEED, Environment, Task
from rlve.registry import resolve


class Outcome(NamedTuple):
    """How one rollout went.

    task: the problem that was attempted, with the level it was drawn at.
    correct: whether the answer was right; None for a fault of the environment, which says nothing about the model.
    reward: what the verifier gave, in [-1, 1]; None for a fault.
    status: the verdict's status ("correct", "wrong", "infeasible", "unparsable", "fault").
    truncated: whether the completion was cut off at its length limit.
    """

    task: Task
    correct: bool | None
    reward: float | None
    status: str
    truncated: bool = False


class Scheduler(ABC):
    """Draws tasks from a set of environments.

    environments: names, collections, rooms, files or classes, as `rlve.resolve` takes them.
    seed: fixes the stream of tasks, for given outcomes.
    """

    def __init__(self, environments: str | Sequence[str | type[Environment]], *, seed: int = 0) -> None:
        classes = resolve(environments)
        self.environments: dict[str, type[Environment]] = {cls.name: cls for cls in classes}
        if len(self.environments) < len(classes):
            raise ValueError("two different environments have the same name: " + ", ".join(cls.name for cls in classes))
        self.random = Random(seed)
        self._names = list(self.environments)

    @abstractmethod
    def window(self, environment: str) -> tuple[int, int]:
        """The lowest and the highest level in use for one environment."""

    @abstractmethod
    def update(self, outcomes: Iterable[Outcome]) -> None:
        """Learn from the outcomes of one policy update, all at once. Raises ValueError for an environment not scheduled."""

    @abstractmethod
    def options(self) -> dict[str, Any]:
        """The settings of the algorithm, JSON-ready."""

    def draw(self) -> Task:
        """The next task: environment uniform, level uniform in its window, seed below the evaluation seeds."""
        name = self.random.choice(self._names)
        low, high = self.window(name)
        return Task(name, self.random.randint(low, high), self.random.randrange(EVALUATION_SEED))

    def levels(self) -> dict[str, tuple[int, int]]:
        """Environment -> (lowest, highest) level in use."""
        return {name: self.window(name) for name in self._names}

    def progress(self) -> dict[str, Any]:
        """What the algorithm has learnt, JSON-ready; empty when it learns nothing."""
        return {}

    def restore(self, progress: Mapping[str, Any]) -> None:
        """Take over what `progress` gave."""
        if progress:
            raise ValueError(f"{type(self).__name__} learns nothing, and the saved state holds {dict(progress)}")

    def state_dict(self) -> dict[str, Any]:
        """Everything needed to continue the same stream, as JSON-ready data, random state included."""
        version, words, spare = self.random.getstate()
        return {
            "algorithm": type(self).__name__,
            "environments": list(self._names),
            "options": self.options(),
            "progress": self.progress(),
            "random": [version, list(words), spare],
        }

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Continue where `state_dict` left off. Raises ValueError for another algorithm, environments or options."""
        mine = {"algorithm": type(self).__name__, "environments": list(self._names), "options": self.options()}
        missing = [key for key in (*mine, "progress", "random") if key not in state]
        if missing:
            raise ValueError(f"not a scheduler's state: {', '.join(missing)} missing")
        for key, value in mine.items():
            if state[key] != value:
                raise ValueError(f"the saved scheduler has other {key}: {state[key]}; this one has {value}")
        self.restore(state["progress"])
        version, words, spare = state["random"]
        self.random.setstate((version, tuple(words), spare))

    def _check_known(self, outcome: Outcome) -> None:
        if outcome.task.environment not in self.environments:
            raise ValueError(f"outcome for {outcome.task.environment!r}, which this scheduler does not draw")


def whole(value: object, what: str, *, least: int) -> int:
    """`value` if it is an int of at least `least`; else a ValueError that names it."""
    if type(value) is not int or value < least:
        raise ValueError(f"{what} should be an integer >= {least}, got {value!r}")
    return value
