"""What judging an answer yields, and the two ways an answer can be at fault."""

from dataclasses import dataclass
from typing import Any

REWARDS = {"correct": 1.0, "wrong": 0.0, "infeasible": -0.5, "unparsable": -1.0, "fault": None}


class Unparsable(Exception):
    """The answer cannot be read as what was asked for: reward -1."""


class Infeasible(Exception):
    """The answer can be read and breaks a hard rule (count, shape, range, a missing edge): reward -0.5."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of one answer.

    status: "correct", "wrong", "infeasible", "unparsable", or "fault" (the environment itself failed).
    reward: 1 when correct, partial credit in [0, 0.99] when wrong, -0.5 infeasible, -1 unparsable, None for a fault.
    reason: why, in words; empty when correct.
    answer: the answer as it was read, None when it could not be.
    """

    status: str
    reward: float | None
    reason: str = ""
    answer: Any = None

    @property
    def correct(self) -> bool | None:
        """True or False; None for a fault, which says nothing about the answer."""
        return None if self.status == "fault" else self.status == "correct"

    def __str__(self) -> str:
        reward = "no reward" if self.reward is None else f"reward {self.reward:g}"
        return f"{self.status} ({reward})" + (f": {self.reason}" if self.reason else "")
