"""The contract of a scheduler: draw a task, learn from outcomes, save and restore; and how an environment is chosen."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import Any, NamedTuple

from rlve.environment import EVALUATION_SEED, Environment, Task
from rlve.errors import RequestError
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


class Group(NamedTuple):
    """The rollouts of one task in one policy update: how many were right, of how many (faults left out).

    mixed: their rewards differ, so that they say something to learn from.
    """

    task: Task
    correct: int
    total: int
    mixed: bool

    @property
    def share(self) -> float:
        """The share of right answers."""
        return self.correct / self.total


CHOICES = {
    "uniform": "each environment as often",
    "least_sampled": "the one drawn least so far",
    "learnability": "in proportion to what its groups taught of late: the share of them whose rewards were mixed",
}
"""How the environment of the next task is chosen."""
EXPLORED = 0.2  # of the draws are uniform under "learnability", so that no environment is given up for good
MEMORY = 0.8  # what the shares of mixed groups, and of groups without a fault, keep of their past with each group


class Scheduler(ABC):
    """Draws tasks from a set of environments.

    environments: names, collections, rooms, files or classes, as `rlve.resolve` takes them.
    seed: fixes the stream of tasks, for given outcomes. choice: how the environment is chosen, a key of CHOICES; "uniform"
    is the paper's. Under "learnability" one without a group yet counts as always mixed.
    """

    def __init__(self, environments: str | Sequence[str | type[Environment]], *, seed: int = 0, choice: str = "uniform") -> None:
        classes = resolve(environments)
        self.environments: dict[str, type[Environment]] = {cls.name: cls for cls in classes}
        if len(self.environments) < len(classes):
            raise RequestError("two different environments have the same name: " + ", ".join(cls.name for cls in classes))
        if choice not in CHOICES:
            raise RequestError(f"choice should be one of {', '.join(CHOICES)}, got {choice!r}")
        self.choice = choice
        self.random = Random(seed)
        self._names = list(self.environments)
        self.drawn = dict.fromkeys(self._names, 0)
        self.mixed = dict.fromkeys(self._names, 1.0)
        self.sound = dict.fromkeys(self._names, 1.0)
        self._weights: list[float] | None = None

    @abstractmethod
    def window(self, environment: str) -> tuple[int, int]:
        """The lowest and the highest level in use for one environment."""

    @abstractmethod
    def learn(self, groups: Sequence[Group]) -> None:
        """Learn from the groups of one policy update, all at once; those without a judged rollout are left out."""

    @abstractmethod
    def options(self) -> dict[str, Any]:
        """The settings of the algorithm, JSON-ready."""

    def update(self, outcomes: Iterable[Outcome]) -> None:
        """Take the outcomes of one policy update. Raises ValueError for an environment not scheduled, and learns nothing then."""
        groups = list(self._groups(outcomes))
        for group in groups:
            name = group.task.environment
            self.sound[name] = MEMORY * self.sound[name] + (1 - MEMORY) * bool(group.total)
            if group.total:
                self.mixed[name] = MEMORY * self.mixed[name] + (1 - MEMORY) * group.mixed
        self.learn([group for group in groups if group.total])
        self._weights = None

    def draw(self) -> Task:
        """The next task: an environment as `choice` says, one of its levels, a seed below the evaluation seeds."""
        return self.draw_task(self._choose())

    def draw_task(self, environment: str) -> Task:
        """A task of one environment."""
        self.drawn[environment] += 1
        return Task(environment, self.draw_level(environment), self.random.randrange(EVALUATION_SEED))

    def draw_level(self, environment: str) -> int:
        """A level for the next problem of an environment: uniform in its window, unless the algorithm knows better."""
        return self.random.randint(*self.window(environment))

    def learnability(self, environment: str) -> float:
        """How much a group of this environment is expected to teach, in [0, 1]; above 0."""
        return max(self.mixed[environment], 0.01)

    def levels(self) -> dict[str, tuple[int, int]]:
        """Environment -> (lowest, highest) level in use."""
        return {name: self.window(name) for name in self._names}

    def progress(self) -> dict[str, Any]:
        """What the algorithm has learnt, JSON-ready; empty when it learns nothing."""
        return {}

    def restore(self, progress: Mapping[str, Any]) -> None:
        """Take over what `progress` gave."""
        if progress:
            raise RequestError(f"{type(self).__name__} learns nothing, and the saved state holds {dict(progress)}")

    def state_dict(self) -> dict[str, Any]:
        """Everything needed to continue the same stream, as JSON-ready data, random state included."""
        version, words, spare = self.random.getstate()
        return {
            "algorithm": type(self).__name__,
            "environments": list(self._names),
            "options": self.options(),
            "progress": self.progress(),
            "choice": {
                "rule": self.choice,
                "drawn": list(self.drawn.values()),
                "mixed": list(self.mixed.values()),
                "sound": list(self.sound.values()),
            },
            "random": [version, list(words), spare],
        }

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Continue where `state_dict` left off. Raises ValueError for another algorithm, environments or options."""
        mine = {"algorithm": type(self).__name__, "environments": list(self._names), "options": self.options()}
        missing = [key for key in (*mine, "progress", "choice", "random") if key not in state]
        if missing:
            raise RequestError(f"not a scheduler's state: {', '.join(missing)} missing")
        for key, value in mine.items():
            if state[key] != value:
                raise RequestError(f"the saved scheduler has other {key}: {state[key]}; this one has {value}")
        choice = state["choice"]
        if choice["rule"] != self.choice:
            raise RequestError(f"the saved scheduler chooses environments by {choice['rule']}; this one by {self.choice}")
        self.restore(state["progress"])
        self._weights = None
        self.drawn = dict(zip(self._names, choice["drawn"], strict=True))
        self.mixed = dict(zip(self._names, choice["mixed"], strict=True))
        self.sound = dict(zip(self._names, choice["sound"], strict=True))
        version, words, spare = state["random"]
        self.random.setstate((version, tuple(words), spare))

    def start_levels(self, start: Mapping[str, int] | None) -> dict[str, int]:
        """A first level for every environment: what `start` says, 0 where it says nothing.

        Raises ValueError for a stranger or a level that does not exist.
        """
        start = dict(start or {})
        if strangers := start.keys() - self.environments.keys():
            raise RequestError(f"start names {', '.join(sorted(strangers))}, which this scheduler does not draw")
        for name, level in start.items():
            if type(level) is not int or not 0 <= level <= self.environments[name].max_level:
                raise RequestError(f"{name} has levels 0 to {self.environments[name].max_level}, and its start is {level!r}")
        return {name: start.get(name, 0) for name in self.environments}

    def _choose(self) -> str:
        if self.choice == "uniform" or (self.choice == "learnability" and self.random.random() < EXPLORED):
            return self.random.choice(self._names)
        if self.choice == "learnability":
            if self._weights is None:  # they change with what is learnt, not from draw to draw
                each = [max(self.sound[name], 0.01) * self.learnability(name) for name in self._names]
                self._weights = list(accumulate(each))
            return self.random.choices(self._names, cum_weights=self._weights)[0]
        least = min(self.drawn.values())
        return self.random.choice([name for name, count in self.drawn.items() if count == least])

    def _groups(self, outcomes: Iterable[Outcome]) -> Iterator[Group]:
        """The outcomes by task, in the order in which the tasks first come; one with faults alone teaches nothing."""
        by_task: dict[Task, list[Outcome]] = {}
        for outcome in outcomes:
            if outcome.task.environment not in self.environments:
                raise RequestError(f"outcome for {outcome.task.environment!r}, which this scheduler does not draw")
            by_task.setdefault(outcome.task, []).append(outcome)
        for task, every in by_task.items():
            judged = [outcome for outcome in every if outcome.correct is not None]
            rewards = {outcome.reward for outcome in judged}
            yield Group(task, sum([bool(outcome.correct) for outcome in judged]), len(judged), len(rewards) > 1)
