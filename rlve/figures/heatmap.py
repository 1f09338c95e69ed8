"""Where learning happens: the share of informative groups by level and step, as in the paper's figure 1a."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple


class Square(NamedTuple):
    """The groups of one level in the steps first..last: how many, and how many were informative (rewards differ)."""

    first: int
    last: int
    level: int
    groups: int
    informative: int

    @property
    def share(self) -> float:
        """The share of informative groups."""
        return self.informative / self.groups


class HeatMap:
    """Counts groups, and the informative among them, by environment, step and level."""

    def __init__(self) -> None:
        self.counts: dict[str, dict[tuple[int, int], list[int]]] = defaultdict(dict)
        self.every: dict[tuple[int, int], list[int]] = {}  # of all environments together
        self._newest: tuple[tuple[int, str, int, int] | None, set[float | None]] = (None, set())

    def add(self, step: int, environment: str, level: int, informative: bool, sign: int = 1) -> None:
        """Count a group; sign -1 takes it back."""
        for counts in (self.counts[environment], self.every):
            count = counts.setdefault((step, level), [0, 0])
            count[0] += sign
            count[1] += sign * informative

    def add_rows(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Count the rollouts of a run's outcomes.jsonl, in their order: those of a group stand together.

        The rows may come in several calls: a group that one call begins and the next one goes on with counts once.
        """
        key, rewards = self._newest
        self._count(key, rewards, -1)
        for row in rows:
            if (now := (row["step"], row["environment"], row["level"], row["seed"])) != key:
                self._count(key, rewards)
                key, rewards = now, set()
            rewards.add(row["reward"])
        self._count(key, rewards)
        self._newest = key, rewards

    def squares(self, environment: str | None = None, columns: int = 50) -> list[Square]:
        """The squares of one environment, or of all together, with the steps in at most so many columns."""
        counts = self.every if environment is None else self.counts.get(environment, {})
        last = max((step for step, _ in counts), default=0)
        wide = -(-last // columns) or 1
        sums: dict[tuple[int, int], list[int]] = {}
        for (step, level), (groups, informative) in counts.items():
            total = sums.setdefault(((step - 1) // wide, level), [0, 0])
            total[0] += groups
            total[1] += informative
        return [
            Square(column * wide + 1, min(last, (column + 1) * wide), level, *total)
            for (column, level), total in sorted(sums.items())
            if total[0]
        ]

    def _count(self, key: tuple[int, str, int, int] | None, rewards: set[float | None], sign: int = 1) -> None:
        if key is not None and rewards != {None}:
            self.add(*key[:3], len(rewards - {None}) > 1, sign)
