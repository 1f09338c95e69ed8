"""What the environments' own tests cost, added up by environment from the properties that tests/test_environments.py records."""

from collections.abc import Iterable, Mapping
from typing import Any

GOAL = 1.0  # CPU-seconds for all tests of one environment; more is named
LIMIT = 20.0  # more fails the run: twenty times the goal, as a busy machine and a cold cache cost a factor of three at most


def costs(reports: Iterable[Any]) -> dict[str, float]:
    """CPU-seconds of each environment, over the reports of its tests."""
    found: dict[str, float] = {}
    for report in reports:
        properties = dict(report.user_properties)
        if getattr(report, "when", "") == "teardown" and "cpu_seconds" in properties:
            name = properties["environment"]
            found[name] = found.get(name, 0) + properties["cpu_seconds"]
    return found


def summary(found: Mapping[str, float]) -> list[str]:
    """The ten slowest, then the names of all that exceed the goal and the limit."""
    ranked = sorted(found, key=found.__getitem__, reverse=True)
    lines = [f"{found[name]:6.2f}  {name}" for name in ranked[:10]]
    if slow := [name for name in ranked if found[name] > GOAL]:
        lines.append(f"above {GOAL:g} CPU-second: {', '.join(slow)}")
    if failing := too_slow(found):
        lines.append(f"FAILED, above {LIMIT:g} CPU-seconds: {', '.join(failing)}")
    return lines


def too_slow(found: Mapping[str, float]) -> list[str]:
    """The environments whose tests fail the run by their cost."""
    return sorted(name for name, seconds in found.items() if seconds > LIMIT)
