"""A simulated learner, to study schedulers without a model: accuracy curves over levels, and laws of what a group teaches."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy

from rlve.environment import Environment, Task
from rlve.errors import RequestError
from rlve.schedulers import Outcome, Scheduler

if TYPE_CHECKING:
    from pandas import DataFrame

MAX_LEVEL = 40
LAWS = {
    "variance": "a group shifts the whole curve of its environment, in proportion to 4 p (1 - p), p its share of right answers",
    "normalised": "the same in proportion to 2 sqrt(p (1 - p)): GRPO divides rewards by their standard deviation",
    "local": "in proportion to 4 p (1 - p), but only at levels near the one practised (Gaussian, 1.5 levels wide)",
    "upward": "in proportion to 4 p (1 - p), in full below the level practised, above it less and less (a factor e per 1.5)",
}
"""What a group teaches. None teaches anything by a group whose answers are all right or all wrong."""
WIDTH = 1.5
CLUSTER = 10  # environments between which a part of what is learnt transfers


@dataclass
class Population:
    """How the simulated environments differ.

    start: mean and standard deviation of the level at which half of the answers are right. slope: median of the levels over
    which accuracy falls, and the standard deviation of its logarithm. rate: median of the levels the curve moves by a fully
    informative group, and the standard deviation of its logarithm. hopeless, mastered: shares of environments that stay at
    accuracy 0, or begin at 1 everywhere. transfer: share of what is learnt that each other environment of the same ten gains.
    forgetting: share of the gained logits lost a step. spread: standard deviation of the logits between problems of a level.
    ceiling: the highest accuracy there is, for slips that no practice removes.
    """

    start: tuple[float, float] = (2.0, 3.0)
    slope: tuple[float, float] = (1.5, 0.4)
    rate: tuple[float, float] = (0.03, 0.5)
    hopeless: float = 0.1
    mastered: float = 0.05
    transfer: float = 0.01
    forgetting: float = 0.0003
    spread: float = 0.7
    ceiling: float = 1.0


@dataclass
class Learner:
    """A model's accuracy at every level of every environment, as logits, and how practice changes it.

    logits: array (environments, levels 0..MAX_LEVEL). seed fixes the population and the noise.
    """

    environments: int
    law: str = "variance"
    population: Population = field(default_factory=Population)
    seed: int = 0

    def __post_init__(self) -> None:
        if self.law not in LAWS:
            raise RequestError(f"law should be one of {', '.join(LAWS)}, got {self.law!r}")
        self.random = numpy.random.default_rng(self.seed)
        who, n, draw = self.population, self.environments, self.random
        start = draw.normal(*who.start, n)
        self.slope = who.slope[0] * numpy.exp(draw.normal(0, who.slope[1], n))
        self.rate = who.rate[0] * numpy.exp(draw.normal(0, who.rate[1], n))
        levels = numpy.arange(MAX_LEVEL + 1)
        self.logits = (start[:, None] - levels) / self.slope[:, None]
        special = draw.permutation(n)
        count = round(who.hopeless * n)
        self.hopeless = numpy.isin(numpy.arange(n), special[:count])
        self.mastered = numpy.isin(numpy.arange(n), special[count : count + round(who.mastered * n)])
        self.logits[self.hopeless], self.logits[self.mastered] = -30.0, 30.0
        self.rate[self.hopeless | self.mastered] = 0.0
        self.first = self.logits.copy()
        apart = levels[None, :] - levels[:, None]  # (practised, gaining)
        self.kernel = {
            "local": numpy.exp(-((apart / WIDTH) ** 2) / 2),
            "upward": numpy.exp(-numpy.maximum(apart, 0) / WIDTH),
        }.get(self.law, numpy.ones_like(apart, dtype=float))
        self.cluster = numpy.arange(0, n, CLUSTER)

    def accuracy(self) -> numpy.ndarray:
        """The accuracy at a problem of middling difficulty: (environments, levels)."""
        return self.population.ceiling * _sigmoid(self.logits)

    def answer(self, environment: numpy.ndarray, level: numpy.ndarray, rollouts: int) -> numpy.ndarray:
        """The number of right answers of each group."""
        noise = self.random.normal(0, self.population.spread, len(level))
        p = self.population.ceiling * _sigmoid(self.logits[environment, level] + noise)
        return self.random.binomial(rollouts, p)

    def practise(self, environment: numpy.ndarray, level: numpy.ndarray, share: numpy.ndarray) -> None:
        """One policy update with groups of which `share` was right."""
        worth = 4 * share * (1 - share)
        gain = (numpy.sqrt(worth) if self.law == "normalised" else worth) * self.rate[environment] / self.slope[environment]
        practised = numpy.zeros_like(self.logits)
        numpy.add.at(practised, (environment, level), gain)
        own = practised @ self.kernel
        others = numpy.repeat(numpy.add.reduceat(own, self.cluster, axis=0), CLUSTER, axis=0)[: self.environments] - own
        learnt = own + self.population.transfer * others
        learnt[self.hopeless | self.mastered] = 0
        self.logits += learnt - self.population.forgetting * (self.logits - self.first)

    def ability(self) -> numpy.ndarray:
        """For each environment the levels it can do: the sum of its accuracies over the levels."""
        return self.accuracy().sum(1)

    def frontier(self) -> numpy.ndarray:
        """For each environment the last level up to which at least half of the answers are right; 0 where there is none."""
        return (self.logits >= _logit(0.5 / self.population.ceiling)).cumprod(1).sum(1).clip(1) - 1


@cache
def simulated_environments(count: int, max_level: int = MAX_LEVEL) -> tuple[type[Environment], ...]:
    """Environments that are only names and levels: schedulers draw their tasks, and nobody draws their problems."""
    hooks = {"max_level": max_level, "parameters": classmethod(lambda cls, level: {"level": level})}
    return tuple(type(f"Simulated{number:03}", (Environment,), dict(hooks)) for number in range(count))


def simulate(scheduler: Scheduler, learner: Learner, *, steps: int, prompts: int, rollouts: int, lag: int = 1) -> DataFrame:
    """Train a simulated learner, and watch.

    scheduler: over `simulated_environments(learner.environments)`. prompts: groups a step. rollouts: of each group.
    lag: batches that are drawn ahead of their rewards, as a trainer does.

    Returns a row a step: `ability` (mean over environments, in levels), `epr` (share of groups neither all right nor all
    wrong), `tracking` (mean distance of the level drawn from the frontier, hopeless and mastered environments left out),
    `hopeless` and `mastered` (shares of the prompts on such environments), `forgotten` (mean fall of an environment's ability
    below its best so far), `level` (mean level drawn).
    """
    from pandas import DataFrame

    names = {name: place for place, name in enumerate(scheduler.environments)}
    if len(names) != learner.environments:
        raise RequestError(f"the scheduler has {len(names)} environments, the learner {learner.environments}")
    waiting = [[scheduler.draw() for _ in range(prompts)] for _ in range(lag)]
    best = learner.ability()
    rows: list[dict[str, Any]] = []
    for step in range(1, steps + 1):
        waiting.append([scheduler.draw() for _ in range(prompts)])
        tasks = waiting.pop(0)
        environment = numpy.array([names[task.environment] for task in tasks])
        level = numpy.array([task.level for task in tasks])
        correct = learner.answer(environment, level, rollouts)
        frontier = learner.frontier()[environment]
        usual = ~(learner.hopeless | learner.mastered)[environment]
        learner.practise(environment, level, correct / rollouts)
        scheduler.update(outcomes_of(tasks, correct, rollouts))
        ability = learner.ability()
        best = numpy.maximum(best, ability)
        rows.append(
            {
                "step": step,
                "ability": ability.mean(),
                "epr": ((correct > 0) & (correct < rollouts)).mean(),
                "tracking": abs(level - frontier)[usual].mean() if usual.any() else numpy.nan,
                "hopeless": learner.hopeless[environment].mean(),
                "mastered": learner.mastered[environment].mean(),
                "forgotten": (best - ability).mean(),
                "level": level.mean(),
            }
        )
    return DataFrame(rows)


def outcomes_of(tasks: list[Task], correct: numpy.ndarray, rollouts: int) -> list[Outcome]:
    """The outcomes of groups of which so many were right, reward 1 or 0."""
    found: list[Outcome] = []
    for task, right in zip(tasks, correct.tolist(), strict=True):
        found += [Outcome(task, True, 1.0, "correct")] * right + [Outcome(task, False, 0.0, "wrong")] * (rollouts - right)
    return found


def _logit(share: float) -> float:
    return float(numpy.log(share / (1 - share)))


def _sigmoid(values: numpy.ndarray) -> numpy.ndarray:
    return 1 / (1 + numpy.exp(-numpy.clip(values, -30, 30)))
