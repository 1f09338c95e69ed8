"""Posterior difficulty: a belief about each environment's accuracy curve, and problems where it says half are right."""

import struct
from base64 import b64decode, b64encode
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate
from math import exp
from operator import mul
from typing import Any

from rlve.environment import Environment
from rlve.schedulers.base import Group, Scheduler
from rlve.settings import Number, check_value

SLOPES = (0.5, 1.0, 2.0, 4.0)  # levels over which accuracy falls from a half to a quarter, about
POINTS = 72  # places of the curve's middle that are told apart
MARGIN = 3  # levels by which the middle may lie outside 0..max_level: hopeless, or mastered throughout
SLIP = 0.02  # accuracy is never believed nearer to 0 or 1
FAVOUR = 8.0  # levels over which the prior falls to 1/e: models begin low


class PosteriorScheduler(Scheduler):
    """Learn where each environment's accuracy falls through one half, from every group at every level, and draw there.

    The accuracy at level d is believed to be 1 / (1 + exp((d - m) / s)), with a posterior over m and s on a grid (Bayes' rule).
    A problem comes from the middle half of the belief about m: its quantile at a random place between 1/4 and 3/4, mostly
    near 1/2, gives the level. So levels spread while little is known, gather at the frontier, follow it up and down, and need
    no start levels. (Thompson sampling, from the whole belief, drew twice as far from the frontier.) Between groups the middle m
    may drift: a part of the belief moves to the neighbours, and a small part back to the prior, so that a model that suddenly
    gets worse is noticed.

    correlation: of the rollouts of one problem, which counts a group of n as n / (1 + correlation (n - 1)) rollouts.
    drift: the part that moves one grid step to either side with each group. forget: the part that goes back to the prior.
    choice: environments in proportion to the expected informativeness 4 p (1 - p) at their level, by default.
    """

    def __init__(
        self,
        environments: str | Sequence[str | type[Environment]],
        *,
        seed: int = 0,
        correlation: float = 0.2,
        drift: float = 0.1,
        forget: float = 0.01,
        choice: str = "learnability",
    ) -> None:
        super().__init__(environments, seed=seed, choice=choice)
        self.correlation = check_value("correlation", Number(0, 1), correlation)
        self.drift = check_value("drift", Number(0, 0.5), drift)
        self.forget = check_value("forget", Number(0, 1), forget)
        self.belief = {name: list(_prior(cls.max_level)) for name, cls in self.environments.items()}
        self._learnt: dict[str, bytes] = {}  # the beliefs that moved, as they are saved
        self._summaries: dict[str, list[float]] = {}  # cumulative weights of the places of m
        self._worth: dict[str, float] = {}

    def window(self, environment: str) -> tuple[int, int]:
        """The lowest and the highest level that the next problem may have."""
        return self._quantile(environment, 0.25), self._quantile(environment, 0.75)

    def draw_level(self, environment: str) -> int:
        return self._quantile(environment, self.random.triangular(0.25, 0.75))

    def frontier(self, environment: str) -> int:
        """The level at which half of the answers are believed to be right (the median of the belief)."""
        return self._quantile(environment, 0.5)

    def learnability(self, environment: str) -> float:
        if environment not in self._worth:
            informative = _informative(self.environments[environment].max_level, self.frontier(environment))
            self._worth[environment] = sum(map(mul, self.belief[environment], informative))
        return self._worth[environment]

    def learn(self, groups: Sequence[Group]) -> None:
        for group in groups:
            name = group.task.environment
            top = self.environments[name].max_level
            weight = 1 / (1 + self.correlation * (group.total - 1))
            likelihood = _likelihood(top, group.task.level, weight * group.correct, weight * (group.total - group.correct))
            self._learnt[name] = _packed(list(map(mul, self._drifted(name), likelihood)))
            self.belief[name] = _unpacked(self._learnt[name])
            self._summaries.pop(name, None)
            self._worth.pop(name, None)

    def _drifted(self, name: str) -> list[float]:
        """The belief before the next group: moved a little, and a little of it forgotten."""
        belief, wide = self.belief[name], len(SLOPES)  # neighbours in m are as far apart as there are slopes
        stay, move, back = (1 - self.forget) * (1 - 2 * self.drift), (1 - self.forget) * self.drift, self.forget
        lower = belief[wide:] + belief[-wide:]
        upper = belief[:wide] + belief[:-wide]
        prior = _prior(self.environments[name].max_level)
        return [
            stay * own + move * (one + other) + back * old
            for own, one, other, old in zip(belief, lower, upper, prior, strict=True)
        ]

    def _quantile(self, name: str, share: float) -> int:
        """The level nearest to the place of m below which that share of the belief lies."""
        if name not in self._summaries:
            belief, wide = self.belief[name], len(SLOPES)
            self._summaries[name] = list(accumulate([sum(belief[start : start + wide]) for start in range(0, len(belief), wide)]))
        places, top = self._summaries[name], self.environments[name].max_level
        middles = _middles_of(top)
        place = min(bisect_left(places, share * places[-1]), len(middles) - 1)
        return max(0, min(top, round(middles[place])))

    def options(self) -> dict[str, Any]:
        return {"correlation": self.correlation, "drift": self.drift, "forget": self.forget}

    def progress(self) -> dict[str, Any]:
        return {name: b64encode(packed).decode() for name, packed in self._learnt.items()}

    def restore(self, progress: Mapping[str, Any]) -> None:
        self._learnt = {name: b64decode(text) for name, text in progress.items()}
        priors = {name: list(_prior(cls.max_level)) for name, cls in self.environments.items()}
        self.belief = {**priors, **{name: _unpacked(packed) for name, packed in self._learnt.items()}}
        self._summaries, self._worth = {}, {}


def _packed(weights: Sequence[float]) -> bytes:
    """A belief in two bytes a weight, within a relative 1/2000: so that a checkpoint of 1,000 environments is below 1 MB."""
    scale = 2**15 / max(weights)
    return struct.pack(f"<{len(weights)}e", *[weight * scale for weight in weights])


def _unpacked(packed: bytes) -> list[float]:
    weights = struct.unpack(f"<{len(packed) // 2}e", packed)
    total = sum(weights)
    return [weight / total for weight in weights]


@cache
def _middles_of(top: int) -> tuple[float, ...]:
    """The places of m: a level apart, or further where there are many levels."""
    step = max(1.0, (top + 2 * MARGIN) / (POINTS - 1))
    return tuple(-MARGIN + step * place for place in range(int((top + 2 * MARGIN) / step) + 1))


@cache
def _prior(top: int) -> tuple[float, ...]:
    weights = [exp(-max(middle, 0.0) / FAVOUR) for middle in _middles_of(top) for _ in SLOPES]
    total = sum(weights)
    return tuple(weight / total for weight in weights)


@lru_cache(maxsize=4096)
def _accuracy(top: int, level: int) -> tuple[float, ...]:
    """The accuracy at a level, for each m and s of the grid."""
    bounded = [max(-30.0, min(30.0, (level - middle) / slope)) for middle in _middles_of(top) for slope in SLOPES]
    return tuple(SLIP + (1 - 2 * SLIP) / (1 + exp(value)) for value in bounded)


@lru_cache(maxsize=16384)
def _likelihood(top: int, level: int, correct: float, wrong: float) -> tuple[float, ...]:
    return tuple(p**correct * (1 - p) ** wrong for p in _accuracy(top, level))


@lru_cache(maxsize=4096)
def _informative(top: int, level: int) -> tuple[float, ...]:
    return tuple(4 * p * (1 - p) for p in _accuracy(top, level))
