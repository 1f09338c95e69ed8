"""The books of a training: each step is booked once, in one place, and everything else reads them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from rlve.errors import StoppedError
from rlve.runs import processes
from rlve.runs.degenerate import degenerate
from rlve.runs.faults import count_fault
from rlve.schedulers import Outcome
from rlve.training.stream import ProblemStream

LEVELS_SHOWN = 16


class Rollout(NamedTuple):
    """A completion once it is judged.

    group: what the rollouts of one prompt share. reason: the verdict's. prompt: None where the trainer did not pass it on.
    """

    group: Any
    outcome: Outcome
    reason: str
    prompt: Any
    text: str


class Bookkeeper:
    """Tells the scheduler what a step found, strikes the tasks off the stream's open ones, and keeps the step's record.

    stream: where the problems came from; None only keeps records.

    `history` has a record per step, with the metrics that docs/metrics.md explains; its `levels` hold the environments whose
    levels changed since the record before, the first one all. `last` holds the rollouts of the newest step. `faults` counts
    faults by environment. Of several processes each books its own rollouts, and each has to in every step: they are gathered
    first, so that all schedulers learn the same, in the same order, and draw the same problems.
    """

    def __init__(self, stream: ProblemStream | None = None) -> None:
        self.stream = stream
        self.history: list[dict[str, Any]] = []
        self.last: list[Rollout] = []
        self.faults: Counter[str] = Counter()
        self._levels: dict[str, tuple[int, int]] = {}
        self._drawing = 0.0

    def book(self, step: int, rollouts: list[Rollout], issues: list[int], seconds: float) -> dict[str, Any]:
        """Book a step and give its record. seconds: what judging has taken.

        Raises RuntimeError where the processes no longer draw the same problems.
        """
        rollouts, issues, seconds = self._of_all(step, rollouts, issues, seconds)
        start = time.perf_counter() - seconds
        self.last = rollouts
        ratios = self._look_at_groups(rollouts)
        if self.stream is not None:
            self.stream.scheduler.update(rollout.outcome for rollout in rollouts)
            self.stream.settle(issues)
        self.history.append(self._record(step, rollouts, ratios, start))
        return self.history[-1]

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where the stream stood in a checkpoint (`ProblemStream.state_dict`)."""
        assert self.stream is not None
        self.stream.load_state_dict(state)
        self._levels = self.stream.scheduler.levels()

    def _of_all(
        self, step: int, rollouts: list[Rollout], issues: list[int], seconds: float
    ) -> tuple[list[Rollout], list[int], float]:
        """Rollouts and issues of all processes, in the order of the rows, and the seconds of the slowest one."""
        if processes.count() == 1:
            return rollouts, issues, seconds
        fingerprint = {} if self.stream is None else self.stream.fingerprint()
        every = processes.gathered((fingerprint, rollouts, issues, seconds))
        if other := [part for part in fingerprint if len({found[part] for found, *_ in every}) > 1]:
            raise StoppedError(
                f"step {step}: the {len(every)} processes no longer draw the same problems (their streams differ in "
                f"{', '.join(other)}): a problem could be drawn in some of them only, or one of them has other code or settings"
            )
        return (
            [rollout for _, found, _, _ in every for rollout in found],
            [one for _, _, found, _ in every for one in found],
            max(taken for *_, taken in every),
        )

    def _look_at_groups(self, rollouts: list[Rollout]) -> dict[str, float]:
        """Count the faults; the shares of groups whose rewards, and whose right and wrong answers, are mixed."""
        groups: dict[Any, list[Rollout]] = {}
        for rollout in rollouts:
            groups.setdefault(rollout.group, []).append(rollout)
        mixed = mixed_correct = 0
        for group in groups.values():
            if reasons := [rollout.reason for rollout in group if rollout.outcome.status == "fault"]:
                count_fault(self.faults, group[0].outcome.task, len(reasons), f"no reward given: {reasons[0]}")
            mixed += len({rollout.outcome.reward for rollout in group} - {None}) > 1
            mixed_correct += len({rollout.outcome.correct for rollout in group} - {None}) > 1
        names = ("effective_prompt_ratio", "effective_prompt_ratio_correct")
        return {name: number / len(groups) for name, number in zip(names, (mixed, mixed_correct), strict=True) if groups}

    def _record(self, step: int, rollouts: list[Rollout], ratios: dict[str, float], start: float) -> dict[str, Any]:
        outcomes = [rollout.outcome for rollout in rollouts]
        record: dict[str, Any] = {"step": step, **ratios}
        rewards = [outcome.reward for outcome in outcomes if outcome.reward is not None]
        judged = [outcome.correct for outcome in outcomes if outcome.correct is not None]
        if judged:
            readable = sum(outcome.status not in ("unparsable", "fault") for outcome in outcomes)
            record["reward"] = sum(rewards) / len(rewards)
            record["accuracy"] = sum(judged) / len(judged)
            record["format_rate"] = readable / len(judged)
        record["faults"] = len(outcomes) - len(judged)
        record["truncated"] = sum(outcome.truncated for outcome in outcomes)
        record["truncated_in"] = dict(Counter(outcome.task.environment for outcome in outcomes if outcome.truncated))
        record["degenerate"] = sum(degenerate(outcomes, [rollout.text for rollout in rollouts]))
        if self.stream is not None:
            levels = self.stream.scheduler.levels()
            record["levels"] = {name: list(window) for name, window in levels.items() if self._levels.get(name) != window}
            record["level"] = sum(high for _, high in levels.values()) / len(levels)
            self._levels = levels
            drawing, self._drawing = self.stream.seconds - self._drawing, self.stream.seconds
            record["environment_seconds"] = time.perf_counter() - start + drawing
        return record


def dashboard(record: Mapping[str, Any], levels: Mapping[str, tuple[int, int]]) -> dict[str, float]:
    """What of a step's record goes to TensorBoard and the like, beside what TRL measures. levels: of all environments.

    `level/lowest` and `level/highest` are of the environments' highest levels, whose mean `level` is; each environment has
    its own line where there are at most LEVELS_SHOWN of them.
    """
    names = ("effective_prompt_ratio", "effective_prompt_ratio_correct", "accuracy", "format_rate", "faults", "truncated")
    shown = {name: record[name] for name in (*names, "degenerate", "level") if name in record}
    highs = {name: high for name, (_, high) in levels.items()}
    if highs:
        shown |= {"level/lowest": min(highs.values()), "level/highest": max(highs.values())}
    if len(highs) <= LEVELS_SHOWN:
        shown |= {f"level/{name}": high for name, high in highs.items()}
    return shown
