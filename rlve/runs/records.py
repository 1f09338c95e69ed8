"""What the records of a run's metrics.jsonl leave out because it did not change, put back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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
