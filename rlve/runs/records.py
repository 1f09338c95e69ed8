"""The records of a run's logs: what they leave out because it did not change, and what in them is not of its kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any


def with_levels(records: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """The records in their order, each with the levels of all environments.

    A record holds `levels` of the environments whose window changed in its step; the first one of a run, and the first after
    a resume, holds all of them. Records of version 0.1 hold all of them in every step, and come out as they are.
    """
    levels: dict[str, Any] = {}
    for record in records:
        if changed := record.get("levels"):
            levels = {**levels, **changed}
        yield {**record, "levels": levels} if levels else dict(record)


LARGEST = 1e15
"""More than anything that a run measures; larger integers do not fit into a figure."""


def is_number(value: Any) -> bool:
    """Whether this is a finite number; True and False are none."""
    return type(value) in (int, float) and -LARGEST < value < LARGEST  # which leaves out what is no number too


def _counts(value: Any) -> bool:
    return isinstance(value, dict) and all(map(is_number, value.values()))


def _windows(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(window, list) and [type(level) for level in window] == [int, int] and all(map(is_number, window))
        for window in value.values()
    )


KINDS: Mapping[str, Callable[[Any], bool]] = {
    "step": lambda value: type(value) is int and 0 <= value < LARGEST,
    "level": is_number,  # the mean over the environments in metrics.jsonl
    "seed": lambda value: type(value) is int,
    "reward": lambda value: value is None or is_number(value),
    "truncated": lambda value: type(value) is bool or is_number(value),
    "levels": _windows,
    "truncated_in": _counts,
    "prompt": lambda value: (
        value is None
        or isinstance(value, str)
        or (isinstance(value, list) and all(isinstance(message, dict) for message in value))
    ),
    **dict.fromkeys(("environment", "status", "reason", "completion"), lambda value: isinstance(value, str)),
}
"""Names in the logs that hold something else than a number -> whether a value is of their kind."""


ROLLOUT = ("environment", "level", "seed", "status", "reward")
"""What a line of outcomes.jsonl and samples.jsonl has to hold to be counted."""


def sound(record: Any, *needed: str) -> dict[str, Any] | None:
    """A record of a log without what is not of its kind; None where a field that is needed is missing or not of its kind."""
    if not isinstance(record, dict):
        return None
    kept = {name: value for name, value in record.items() if KINDS.get(name, is_number)(value)}
    whole = "level" not in needed or (type(kept.get("level")) is int and kept["level"] >= 0)
    return kept if whole and all(name in kept for name in ("step", *needed)) else None
