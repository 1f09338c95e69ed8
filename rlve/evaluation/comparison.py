"""Two evaluations of the same problems, paired problem by problem."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from rlve.errors import RequestError
from rlve.evaluation.folder import Evaluation
from rlve.statistics import holm, paired_bootstrap, sign_test

MOVED = 0.05


@dataclass(frozen=True)
class Change:
    """Accuracy before and after on the same problems, faults of either left out.

    gained, lost: problems right only after, only before. interval: of the difference, 95 %, by resampling problems.
    p: of the exact sign test on gained against lost, before any correction.
    """

    before: float
    after: float
    pairs: int
    gained: int
    lost: int
    interval: tuple[float, float]
    p: float

    @property
    def difference(self) -> float:
        """After minus before."""
        return self.after - self.before


@dataclass(frozen=True)
class Comparison:
    """What changed from one evaluation to the other.

    clustered: the overall interval with whole environments resampled: what to expect of other environments like these.
    moved: environments, and (environment, level), whose change Holm's correction at 5 % leaves standing.
    settings: what differed between the two beside the model: name -> (before, after).
    """

    models: tuple[str, str]
    overall: Change
    clustered: tuple[float, float]
    environments: Mapping[str, Change]
    levels: Mapping[int, Change]
    cells: Mapping[tuple[str, int], Change]
    moved: tuple[str, ...]
    moved_cells: tuple[tuple[str, int], ...]
    settings: Mapping[str, tuple[Any, Any]]

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        cells = {f"{name}, level {level}": change for (name, level), change in self.cells.items()}
        return asdict(replace(self, cells=cells, moved_cells=tuple(f"{name}, level {level}" for name, level in self.moved_cells)))


def compare(before: Evaluation, after: Evaluation, *, seed: int = 0) -> Comparison:
    """Pair two finished evaluations; `seed` fixes the bootstrap.

    Raises ValueError where one is unfinished, or where they are not of the same problems.
    """
    for which, evaluation in (("first", before), ("second", after)):
        if not evaluation.finished:
            done, total = len(evaluation.records), evaluation.config["problem_set"]["problems"]
            raise RequestError(f"the {which} evaluation is unfinished ({done} of {total} problems): resume it first")
    sets = before.config["problem_set"], after.config["problem_set"]
    if sets[0]["fingerprint"] != sets[1]["fingerprint"]:
        words = " and ".join(f"{one['name']!r} ({one['problems']} problems, fingerprint {one['fingerprint']})" for one in sets)
        raise RequestError(f"these are not the same problems: {words}. Evaluate both models on one set with one version of rlve")
    if before.entries != after.entries:
        raise RequestError("the two evaluations hold their problems in another order, or other problems: one was changed")
    pairs: dict[tuple[str, int], list[tuple[bool, bool]]] = {}
    for first, last in zip(before.records, after.records, strict=True):
        if "fault" not in (first["status"], last["status"]):
            pair = first["status"] == "correct", last["status"] == "correct"
            pairs.setdefault((first["environment"], first["level"]), []).append(pair)
    if not pairs:
        raise RequestError("nothing to compare: every problem was a fault of its environment")
    by_environment: dict[str, list[tuple[bool, bool]]] = {}
    by_level: dict[int, list[tuple[bool, bool]]] = {}
    for (name, level), some in pairs.items():
        by_environment.setdefault(name, []).extend(some)
        by_level.setdefault(level, []).extend(some)
    every = [pair for some in pairs.values() for pair in some]
    environments = {name: _change(some, seed) for name, some in by_environment.items()}
    cells = {cell: _change(some, seed) for cell, some in pairs.items()}
    groups = [_differences(some) for some in by_environment.values()]
    return Comparison(
        (before.config["model"], after.config["model"]),
        _change(every, seed),
        paired_bootstrap(groups, seed=seed, whole_groups=True),
        environments,
        {level: _change(some, seed) for level, some in sorted(by_level.items())},
        cells,
        tuple(holm({name: change.p for name, change in environments.items()}, MOVED)),
        tuple(holm({cell: change.p for cell, change in cells.items()}, MOVED)),
        _measured_differently(before, after),
    )


def _measured_differently(before: Evaluation, after: Evaluation) -> dict[str, tuple[Any, Any]]:
    """What both say of how they were measured, and say differently."""
    first, last = before.measured_by(), after.measured_by()
    if first.get("backend") != last.get("backend"):  # a server is asked in chat where nothing is said
        first.pop("chat", None)
    return {name: (first[name], last[name]) for name in sorted(first.keys() & last.keys()) if first[name] != last[name]}


def _differences(pairs: Sequence[tuple[bool, bool]]) -> list[int]:
    return [last - first for first, last in pairs]


def _change(pairs: Sequence[tuple[bool, bool]], seed: int) -> Change:
    differences = _differences(pairs)
    gained, lost = differences.count(1), differences.count(-1)
    return Change(
        sum(first for first, _ in pairs) / len(pairs),
        sum(last for _, last in pairs) / len(pairs),
        len(pairs),
        gained,
        lost,
        paired_bootstrap([differences], seed=seed),
        sign_test(gained, lost),
    )
