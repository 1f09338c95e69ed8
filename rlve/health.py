"""What a run's metrics say about its health: dead, stuck, collapsed, faulty or cut off, and what to change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean, median
from typing import Any, NamedTuple

RECENT = 10  # steps that are looked at
PATIENCE = 5  # times the usual step, before a silent run looks dead
LEAST_SILENCE, FIRST_STEP = 30.0, 600.0  # seconds; the latter for loading the model and the first step
COLLAPSED = 0.01  # nats per token
HARD, EASY = 0.1, 0.9  # accuracy


class Finding(NamedTuple):
    """Something to know about a run. kind: "good", "plain", "warning" or "bad". remedy: what to change, in words."""

    kind: str
    what: str
    remedy: str = ""


def state(history: Sequence[Mapping[str, Any]], total: int | None, silent: float, checkpoint: int | None = None) -> Finding:
    """Whether a run is waiting, running, finished, stopped or dead.

    total: steps it was started for. silent: seconds since its last sign of life. checkpoint: step of the newest one.
    """
    if not history:
        if silent > FIRST_STEP:
            return Finding("bad", f"No step yet after {span(silent)}: the run looks dead.", "Read what its process wrote last.")
        return Finding("plain", f"Started {span(silent)} ago, no step yet: the model is loading, or the first step runs.")
    step, usual = history[-1]["step"], step_time(history)
    of = f"step {step} of {total}" if total else f"step {step}"
    if total and step >= total:
        return Finding("good", f"Finished: {of}.")
    if silent > max(LEAST_SILENCE, PATIENCE * usual):
        if checkpoint == step:
            return Finding(
                "warning",
                f"Stopped after {of}, {span(silent)} ago, with everything saved (time limit, Ctrl-C).",
                "Go on with: rlve train --resume FOLDER",
            )
        saved = f"The newest checkpoint is of step {checkpoint}" if checkpoint else "There is no checkpoint"
        again = "go on from it with: rlve train --resume FOLDER" if checkpoint else "start it again with a smaller save_every."
        return Finding(
            "bad",
            f"No new step for {span(silent)}, where one usually takes {span(usual)}: the run looks dead ({of}).",
            f"{saved}. If its process is gone (a disconnect, out of memory), {again}",
        )
    left = f", about {span((total - step) * usual)} left" if total else ""
    return Finding("good", f"Running: {of}, {span(usual)} a step{left}.")


def findings(
    history: Sequence[Mapping[str, Any]], rollouts: int | None = None, faulty: Mapping[str, int] | None = None
) -> list[Finding]:
    """What is wrong with the last RECENT steps; empty when nothing is.

    rollouts: of a step. faulty: faults by environment, where they are known.
    """
    recent = history[-RECENT:]
    if not recent:
        return []
    found = [_faults(recent, faulty or {})]
    truncated = sum(record.get("truncated", 0) for record in recent)
    share = truncated / (rollouts * len(recent)) if rollouts else 0.0
    if share > 0.5:
        found.append(
            Finding(
                "bad",
                f"{100 * share:.0f} % of the completions are cut off at the length limit.",
                "Raise completion_length, or lower the level: answers do not fit.",
            )
        )
    readable = _mean(recent, "format_rate")
    if readable is not None and readable < 0.5 and share <= 0.5:
        found.append(
            Finding(
                "warning",
                f"Only {100 * readable:.0f} % of the answers can be read.",
                "Take a model that knows the answer tags (an instruct model), or style='boxed'; look at the samples.",
            )
        )
    if len(recent) == RECENT:
        found += [_stuck(recent), _collapse(recent)]
    return [finding for finding in found if finding is not None]


def step_time(history: Sequence[Mapping[str, Any]]) -> float:
    """Seconds that a step usually takes; 0 where that was not measured."""
    return median([record["seconds"] for record in history[-2 * RECENT :] if "seconds" in record] or [0.0])


def span(seconds: float) -> str:
    """A length of time in words."""
    for unit, length in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"


def _faults(recent: Sequence[Mapping[str, Any]], faulty: Mapping[str, int]) -> Finding | None:
    count = sum(record.get("faults", 0) for record in recent)
    if not count:
        return None
    names = ", ".join(f"{name} ({number})" for name, number in sorted(faulty.items(), key=lambda item: -item[1])[:3])
    return Finding(
        "bad",
        f"{count} rollouts of the last {len(recent)} steps got no reward: an environment failed"
        + (f": {names}." if names else "."),
        f"Run: rlve check {next(iter(faulty), 'NAME')}. Faults are never taught as wrong answers, but they cost time.",
    )


def _stuck(recent: Sequence[Mapping[str, Any]]) -> Finding | None:
    ratios = [record["effective_prompt_ratio"] for record in recent if "effective_prompt_ratio" in record]
    if len(ratios) < RECENT or any(ratios):
        return None
    accuracy = _mean(recent, "accuracy") or 0.0
    remedy = "Raise rollouts_per_prompt or the temperature: all rollouts of a prompt earn the same."
    if accuracy <= HARD:
        remedy = "All wrong, so too hard: begin at lower levels (rlve calibrate finds them), or take a stronger model."
    elif accuracy >= EASY:
        remedy = "All right, so too easy: raise the levels (an adaptive scheduler, or start levels from rlve calibrate)."
    return Finding("bad", f"Stuck: no informative group for {len(recent)} steps, so nothing is learnt.", remedy)


def _collapse(recent: Sequence[Mapping[str, Any]]) -> Finding | None:
    entropy = _mean(recent, "entropy")
    if entropy is None or entropy >= COLLAPSED:
        return None
    return Finding(
        "warning",
        f"Entropy has collapsed to {entropy:.3f} nats per token: the rollouts of a prompt are nearly alike.",
        "Lower the learning rate, raise the temperature or the levels, or go back to an earlier checkpoint.",
    )


def _mean(records: Sequence[Mapping[str, Any]], name: str) -> float | None:
    values = [record[name] for record in records if record.get(name) is not None]
    return fmean(values) if values else None
