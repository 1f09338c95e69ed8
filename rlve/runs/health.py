"""What a run's metrics say about its health: dead, stuck, collapsed, degenerate, faulty or cut off, and what to change.

The monitor and the report show it; `rlve.training.guards` acts on it while a run goes on. docs/troubleshooting.md has an entry
for each name in GUARDS.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean, median
from typing import Any, NamedTuple

from rlve.runs.folder import RunFolder
from rlve.runs.tail import events_of

RECENT = 10  # steps that are looked at
PATIENCE = 5  # times the usual step, before a silent run looks dead
LEAST_SILENCE, FIRST_STEP = 30.0, 600.0  # seconds; the latter for loading the model and the first step
COLLAPSED = 0.01  # nats per token
SAMPLING_GAP = 0.05  # nats per token on average; in bfloat16 some thousandths are usual
HARD, EASY = 0.1, 0.9  # accuracy
STUCK_STEPS, STUCK_GROUPS = 30, 200  # with no informative group: at 2 % informative groups one run in sixty has such a spell
DEGENERATE, DEGENERATE_STEPS = 0.8, 3  # share of the rollouts in each of so many steps that makes a run worthless
SUSPICIOUS = 0.3  # share of degenerate rollouts over the last steps that is worth a warning
FAULTS = 0.01  # share of the rollouts
FORMAT_DROP, FORMAT_STEPS = 0.3, (3, 5)  # by so much, seen within the first 3 to 5 steps after a resume
GUARDS = (
    "not-a-number",
    "stuck",
    "degenerate",
    "format-after-resume",
    "entropy",
    "truncated",
    "faults",
    "format",
    "sampling-gap",
)
"""The names of what guards look for; the first four stop a run."""


class Remark(NamedTuple):
    """Something to know about a run. kind: "good", "plain", "warning" or "bad". remedy: what to change, in words.

    name: one of GUARDS, or "" where no guard cares. stops: whether the rest of the run would be worth nothing.
    """

    kind: str
    what: str
    remedy: str = ""
    name: str = ""
    stops: bool = False


def remarks_of(run: RunFolder, history: Sequence[Mapping[str, Any]], faults: Mapping[int, Mapping[str, int]]) -> list[Remark]:
    """The state of a run, and what is wrong with it.

    history: the records of its metrics. faults: step -> environment -> how many.
    """
    settings = run.config().get("settings", {})
    asked = (settings.get(key) for key in ("max_steps", "prompts_per_step", "num_generations"))
    total, prompts, rollouts = (value if type(value) is int else None for value in asked)
    life = run.metrics if history and run.metrics.exists() else run.path / "config.json"
    saved, events = run.checkpoint(checked=False), events_of(run.events)
    silent = max(0.0, time.time() - life.stat().st_mtime)
    now = state(history, total, silent, saved and saved[1].get("step"), events[-1] if events else None)
    faulty: Counter[str] = Counter()
    for record in history[-RECENT:]:
        faulty.update(faults.get(record["step"], {}))
    return [now, *remarks(history, prompts * rollouts if prompts and rollouts else None, faulty, prompts)]


def state(
    history: Sequence[Mapping[str, Any]],
    total: int | None,
    silent: float,
    checkpoint: int | None = None,
    ended: Mapping[str, Any] | None = None,
) -> Remark:
    """Whether a run is waiting, running, finished, stopped or dead.

    total: steps it was started for. silent: seconds since its last sign of life. checkpoint: step of the newest one.
    ended: the newest event of events.jsonl, which tells when and why a run ended that said so.
    """
    if ended is not None and ended.get("event") == "stopped" and ended.get("guard"):
        return Remark(
            "bad",
            f"Stopped by the guard {ended['guard']} after step {ended.get('step', '?')}. {ended.get('what', '')}",
            str(ended.get("remedy", "")),
        )
    if not history:
        if silent > FIRST_STEP:
            return Remark("bad", f"No step yet after {span(silent)}: the run looks dead.", "Read what its process wrote last.")
        return Remark("plain", f"Started {span(silent)} ago, no step yet: the model is loading, or the first step runs.")
    step, usual = history[-1]["step"], step_time(history)
    of = f"step {step} of {total}" if total else f"step {step}"
    if total and step >= total:
        return Remark("good", f"Finished: {of}.")
    said = ended is not None and ended.get("event") == "stopped"
    if said or silent > max(LEAST_SILENCE, PATIENCE * usual):
        if said or checkpoint == step:
            why = ended.get("why", "?") if said and ended is not None else "time limit, Ctrl-C"
            return Remark(
                "warning",
                f"Stopped after {of}, {span(silent)} ago, with everything saved ({why}).",
                "Go on with: rlve train --resume FOLDER",
            )
        saved = f"The newest checkpoint is of step {checkpoint}" if checkpoint else "There is no checkpoint"
        again = "go on from it with: rlve train --resume FOLDER" if checkpoint else "start it again with a smaller save_steps."
        return Remark(
            "bad",
            f"No new step for {span(silent)}, where one usually takes {span(usual)}: the run looks dead ({of}).",
            f"{saved}. If its process is gone (a disconnect, out of memory), {again}",
        )
    left = f", about {span((total - step) * usual)} left" if total else ""
    return Remark("good", f"Running: {of}, {span(usual)} a step{left}.")


def remarks(
    history: Sequence[Mapping[str, Any]],
    rollouts: int | None = None,
    faulty: Mapping[str, int] | None = None,
    prompts: int | None = None,
) -> list[Remark]:
    """What is wrong with the last RECENT steps; empty when nothing is.

    rollouts, prompts: of a step. faulty: faults by environment, where they are known.
    """
    recent = history[-RECENT:]
    if not recent:
        return []
    truncated = share_of_rollouts(recent, "truncated", rollouts)
    found = [
        _faults(recent, rollouts, faulty or {}),
        _truncated(truncated, recent),
        _unreadable(recent) if truncated <= 0.5 else None,
        _stuck(history, prompts),
        _degenerate(history, rollouts),
        _collapse(recent),
        _sampling_gap(recent),
    ]
    return [remark for remark in found if remark is not None]


def not_finite(values: Mapping[str, float | None], checkpoint: int | None = None) -> Remark | None:
    """Whether one of the named values (loss, gradient norm ...) is not a number or infinite. checkpoint: step of the newest."""
    spoilt = [f"{name} {value}" for name, value in values.items() if value is not None and not math.isfinite(value)]
    if not spoilt:
        return None
    saved = f"The checkpoint of step {checkpoint} is untouched" if checkpoint else "No checkpoint was written"
    return Remark(
        "bad",
        f"Not a number, or infinite: {', '.join(spoilt)}.",
        f"{saved}. Lower the learning rate, compute in bf16 or fp32 instead of fp16, and look at rewards of your own.",
        "not-a-number",
        True,
    )


def format_drop(before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]) -> Remark | None:
    """Whether answers lost their form by a resume. before, after: the records up to the resume, and those since."""
    least, most = FORMAT_STEPS
    then, now = _mean(before[-RECENT:], "format_rate"), _mean(after[:most], "format_rate")
    if then is None or now is None or not least <= len(after) <= most or then - now <= FORMAT_DROP:
        return None
    return Remark(
        "bad",
        f"Since the resume only {100 * now:.0f} % of the answers can be read, before it {100 * then:.0f} %: "
        "this is not the model that was saved.",
        "Check that the adapter is loaded once, on the base model it was trained on, and that vLLM got the trained weights "
        "(resume once without vllm to compare).",
        "format-after-resume",
        True,
    )


def step_time(history: Sequence[Mapping[str, Any]]) -> float:
    """Seconds that a step usually takes; 0 where that was not measured."""
    return median([record["seconds"] for record in history[-2 * RECENT :] if "seconds" in record] or [0.0])


def span(seconds: float) -> str:
    """A length of time in words."""
    for unit, length in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"


def _faults(recent: Sequence[Mapping[str, Any]], rollouts: int | None, faulty: Mapping[str, int]) -> Remark | None:
    count = sum(record.get("faults", 0) for record in recent)
    if not count:
        return None
    names = ", ".join(f"{name} ({number})" for name, number in sorted(faulty.items(), key=lambda item: -item[1])[:3])
    many = not rollouts or share_of_rollouts(recent, "faults", rollouts) > FAULTS
    return Remark(
        "bad" if many else "warning",
        f"{count} rollouts of the last {len(recent)} steps got no reward: an environment failed"
        + (f": {names}." if names else "."),
        f"Run: rlve check {next(iter(faulty), 'NAME')}. Faults are never taught as wrong answers, but they cost time.",
        "faults" if many else "",
    )


def _truncated(share: float, recent: Sequence[Mapping[str, Any]]) -> Remark | None:
    if share <= 0.5:
        return None
    cut: Counter[str] = Counter()
    for record in recent:
        cut.update(record.get("truncated_in", {}))
    names = ", ".join(f"{name} ({count})" for name, count in cut.most_common(3))
    return Remark(
        "bad",
        f"{100 * share:.0f} % of the completions are cut off at the length limit{', most in ' + names if names else ''}.",
        "Raise max_completion_length, or lower the level: answers do not fit.",
        "truncated",
    )


def _unreadable(recent: Sequence[Mapping[str, Any]]) -> Remark | None:
    readable = _mean(recent, "format_rate")
    if readable is None or readable >= 0.5:
        return None
    return Remark(
        "warning",
        f"Only {100 * readable:.0f} % of the answers can be read.",
        "Look at the samples. Take a model that knows the answer tags (an instruct model), or style='boxed'; or warm it up "
        "(rlve warm-up).",
        "format",
    )


def _stuck(history: Sequence[Mapping[str, Any]], prompts: int | None) -> Remark | None:
    """Steps without a problem (rows of one's own only) say nothing, and are passed over."""
    told = [record for record in history if "effective_prompt_ratio" in record]
    steps = next((at for at, record in enumerate(reversed(told)) if record["effective_prompt_ratio"]), len(told))
    if steps < RECENT:
        return None
    accuracy = _mean(told[-RECENT:], "accuracy") or 0.0
    remedy = "Raise num_generations or the temperature: all rollouts of a prompt earn the same."
    if accuracy <= HARD:
        remedy = (
            "All wrong, so too hard: begin at lower levels (rlve calibrate finds them), on environments where rlve probe sees "
            "something to learn, warm the model up (rlve warm-up), or take a stronger one."
        )
    elif accuracy >= EASY:
        remedy = "All right, so too easy: raise the levels (an adaptive scheduler, or start levels from rlve calibrate)."
    what = f"Stuck: no informative group for {steps} steps, so nothing is learnt."
    return Remark("bad", what, remedy, "stuck", steps >= STUCK_STEPS and steps * (prompts or 4) >= STUCK_GROUPS)


def _degenerate(history: Sequence[Mapping[str, Any]], rollouts: int | None) -> Remark | None:
    last = history[-DEGENERATE_STEPS:]
    if not rollouts or len(last) < DEGENERATE_STEPS:
        return None
    stops = all(record.get("degenerate", 0) >= DEGENERATE * rollouts for record in last)
    share = share_of_rollouts(last if stops else history[-RECENT:], "degenerate", rollouts)
    if not stops and (share < SUSPICIOUS or len(history) < RECENT):
        return None
    remedy = (
        "Look at the samples. From the first step on: the model or its weights are broken (a vLLM engine that woke up without "
        "weights writes !!!!, see docs/troubleshooting.md). Later: lower the learning rate, and go back to an earlier checkpoint."
    )
    what = f"{100 * share:.0f} % of the completions are degenerate: a pattern over and over, or the same text for all prompts."
    return Remark("bad" if stops else "warning", what, remedy, "degenerate", stops)


def _collapse(recent: Sequence[Mapping[str, Any]]) -> Remark | None:
    entropy = _mean(recent, "entropy")
    if len(recent) < RECENT or entropy is None or entropy >= COLLAPSED:
        return None
    return Remark(
        "warning",
        f"Entropy has collapsed to {entropy:.3f} nats per token: the rollouts of a prompt are nearly alike.",
        "Lower the learning rate, raise the temperature or the levels, or go back to an earlier checkpoint.",
        "entropy",
    )


def _sampling_gap(recent: Sequence[Mapping[str, Any]]) -> Remark | None:
    gap = _mean(recent, "sampling_gap")
    if len(recent) < RECENT or gap is None or gap <= SAMPLING_GAP:
        return None
    return Remark(
        "warning",
        f"vLLM and the trained model are {gap:.2f} nats per token apart: what is sampled is not what is trained.",
        "Train once without vllm to compare; take the pinned versions. docs/vllm.md says what the gap is.",
        "sampling-gap",
    )


def share_of_rollouts(records: Sequence[Mapping[str, Any]], name: str, rollouts: int | None) -> float:
    """Of the rollouts of these steps; 0 where their number is not known."""
    return sum(record.get(name, 0) for record in records) / (rollouts * len(records)) if rollouts else 0.0


def _mean(records: Sequence[Mapping[str, Any]], name: str) -> float | None:
    values = [record[name] for record in records if record.get(name) is not None]
    return fmean(values) if values else None
