"""Environment scaling: what the results of a study say about accuracy over the number of environments trained on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rlve.errors import RequestError
from rlve.registry import HERE, resolve
from rlve.statistics import wilson

LINK = HERE / "assets" / "scaling"
STUDIES = LINK if LINK.is_dir() else HERE.parent / "benchmarks" / "scaling"  # where links cannot be followed
"""The folder benchmarks/scaling: the study mini.toml of `rlve sweep` and, once it was run, its results.json."""


class Point(NamedTuple):
    """The trainings on one collection. environments: their number, 0 for a model that was not trained.

    shares: the accuracy of each training, in the order of the seeds. problems: that each of them was asked.
    """

    collection: str
    environments: int
    shares: tuple[float, ...]
    problems: int

    @property
    def mean(self) -> float:
        """Mean accuracy of the trainings."""
        return sum(self.shares) / len(self.shares)

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the mean: what other problems would give. Other trainings differ as `shares` do."""
        return wilson(round(self.mean * self.problems), self.problems)


def points(results: Iterable[Mapping[str, Any]], evaluation: str, untrained: str = "untrained") -> list[Point]:
    """The points of one evaluation of a study, by number of environments; `untrained` names the arm without training.

    All untrained models are the same one, and count once. Raises ValueError where trainings were asked different numbers
    of problems, or where there is more than one arm beside `untrained`.
    """
    found: dict[str, list[Mapping[str, Any]]] = {}
    arms: set[str] = set()
    for result in results:
        place = "" if result["arm"] == untrained else result["environments"]
        arms |= {result["arm"]} - {untrained}
        found.setdefault(place, []).append(result)
    if len(arms) > 1:
        raise RequestError(f"one arm at a time: these results hold {', '.join(sorted(arms))}")
    made = [_point(place, sorted(some, key=lambda one: one["seed"]), evaluation) for place, some in found.items()]
    return sorted(made, key=lambda point: point.environments)


def curve(points: Iterable[Point]) -> dict[int, tuple[tuple[float, ...], float, float]]:
    """Number of environments -> the accuracies of the trainings and the interval of their mean, as `scaling_figure` takes it."""
    return {point.environments: (point.shares, *point.interval) for point in points}


def recorded_study() -> tuple[str, list[dict[str, Any]] | None]:
    """The text of the study mini.toml, and its results; None where it was not run yet."""
    kept = STUDIES / "results.json"
    results = json.loads(kept.read_text("utf-8")) if kept.is_file() else None
    return (STUDIES / "mini.toml").read_text("utf-8"), results


def _point(place: str, results: Sequence[Mapping[str, Any]], evaluation: str) -> Point:
    counts = [_counts(result[evaluation]) for result in results]
    if len({total for _, total in counts}) > 1:
        raise RequestError(f"{place or 'the untrained model'} was asked different numbers of problems: {counts}")
    shares = [right / total for right, total in counts]
    return Point(place, len(resolve(place)) if place else 0, tuple(shares if place else shares[:1]), counts[0][1])


def _counts(by_environment: Mapping[str, Mapping[str, Sequence[int]]]) -> tuple[int, int]:
    cells = [cell for by_level in by_environment.values() for cell in by_level.values()]
    return sum(right for right, _ in cells), sum(total for _, total in cells)
