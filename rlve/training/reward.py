"""The reward function as TRL calls it: judges completions, tells the scheduler, keeps what was measured."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from rlve.environment import Task
from rlve.registry import problem
from rlve.runs import processes
from rlve.runs.degenerate import degenerate
from rlve.runs.faults import count_fault
from rlve.schedulers import Outcome
from rlve.training.stream import OWN, ProblemStream
from rlve.verdict import Verdict

LEVELS_SHOWN = 16
NOT_FINITE = "own_reward_not_finite"
"""The metric that counts rewards of one's own that are no finite numbers; it is there only if there are some."""


class Rollout(NamedTuple):
    """A completion once it is judged.

    group: what the rollouts of one prompt share. reason: the verdict's. prompt: None where the trainer did not pass it on.
    """

    group: Any
    outcome: Outcome
    reason: str
    prompt: Any
    text: str


class RewardFunction:
    """A reward for each completion of a problem; None for a fault of the environment and for rows that are no problem.

    stream: where the rows came from; its scheduler is updated once per call with all outcomes, so that with `grpo_config`
    a call is one policy update. None only judges. shaped: partial rewards in [-1, 1]; else 1 for a right answer and 0 for
    any other. on_outcomes: called with the outcomes of each call. end_tokens: token ids that end a completion; given,
    those without one count as truncated. opening: what the chat template has written of the answer (`Prompting.opening`).

    Under several processes each judges its own completions, and each has to call this in every step: what they found is
    gathered before the scheduler is told, so that all schedulers learn the same, in the same order, and draw the same
    problems. RuntimeError names the step if they do not stand alike. All that follows is of the whole step.

    `history` has a record per call, with the metrics that docs/metrics.md explains. `last` holds the outcomes, prompts and
    completions of the newest call. `faults` counts faults by environment.
    """

    __name__ = "rlve"  # TRL logs rewards under this name

    def __init__(
        self,
        stream: ProblemStream | None = None,
        *,
        shaped: bool = True,
        on_outcomes: Callable[[list[Outcome]], object] | None = None,
        end_tokens: Collection[int] = (),
        opening: str = "",
    ) -> None:
        self.stream = stream
        self.shaped = shaped
        self.on_outcomes = on_outcomes
        self.end_tokens = frozenset(end_tokens)
        self.opening = opening
        self.history: list[dict[str, Any]] = []
        self.last: list[tuple[Outcome, Any, str]] = []
        self.faults: Counter[str] = Counter()
        self._drawing = 0.0

    def __call__(
        self,
        *,
        completions: Sequence[str] | Sequence[Sequence[Mapping[str, Any]]],
        environment: Sequence[str],
        level: Sequence[int],
        seed: Sequence[int],
        issue: Sequence[int] | None = None,
        prompts: Sequence[Any] | None = None,
        completion_ids: Sequence[Sequence[int]] | None = None,
        trainer_state: Any = None,
        log_metric: Callable[[str, float], None] | None = None,
        **other_columns: Any,
    ) -> list[float | None]:
        """A reward per completion. The columns are those of `ProblemStream`; rows of one `issue` make a group."""
        start = time.perf_counter()
        tasks = [Task(*names) for names in zip(environment, level, seed, strict=True)]
        texts = [completion_text(completion) for completion in completions]
        groups: dict[Any, list[int]] = {}
        for row, key in enumerate(tasks if issue is None else issue):
            groups.setdefault(key, []).append(row)
        by_row: dict[int, Rollout] = {}
        for key, rows in groups.items():
            task = tasks[rows[0]]
            if task.environment == OWN:
                continue
            for row, verdict in zip(rows, self._judge(task, [texts[row] for row in rows]), strict=True):
                cut = self._truncated(completion_ids[row]) if completion_ids is not None else False
                outcome = Outcome(task, verdict.correct, self._reward(verdict), verdict.status, cut)
                by_row[row] = Rollout(key, outcome, verdict.reason, prompts[row] if prompts else None, texts[row])
        step = getattr(trainer_state, "global_step", len(self.history)) + 1
        mine = [by_row[row] for row in sorted(by_row)]
        rollouts, issues, seconds = self._of_all(step, mine, list(issue or ()), time.perf_counter() - start)
        start = time.perf_counter() - seconds
        self.last = [(rollout.outcome, rollout.prompt, rollout.text) for rollout in rollouts]
        outcomes = [rollout.outcome for rollout in rollouts]
        ratios = self._look_at_groups(rollouts)
        if self.stream is not None:
            self.stream.scheduler.update(outcomes)
            self.stream.settle(issues)
        if self.on_outcomes is not None:
            self.on_outcomes(outcomes)
        record = self._record(step, outcomes, ratios, start)
        self.history.append(record)
        if log_metric is not None:
            for name, value in dashboard(record).items():
                log_metric(name, value)
        return [by_row[row].outcome.reward if row in by_row else None for row in range(len(tasks))]

    def _of_all(
        self, step: int, rollouts: list[Rollout], issues: list[int], seconds: float
    ) -> tuple[list[Rollout], list[int], float]:
        """Rollouts and issues of all processes, in the order of the rows, and the seconds of the slowest one."""
        if processes.count() == 1:
            return rollouts, issues, seconds
        fingerprint = {} if self.stream is None else self.stream.fingerprint()
        every = processes.gathered((fingerprint, rollouts, issues, seconds))
        if other := [part for part in fingerprint if len({found[part] for found, *_ in every}) > 1]:
            raise RuntimeError(
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

    def _judge(self, task: Task, texts: list[str]) -> list[Verdict]:
        try:
            judged = problem(*task)
            return [judged.verify(self.opening + text) for text in texts]
        except Exception as error:
            return [Verdict("fault", None, repr(error))] * len(texts)

    def _reward(self, verdict: Verdict) -> float | None:
        return verdict.reward if self.shaped or verdict.reward is None else float(verdict.status == "correct")

    def _truncated(self, tokens: Sequence[int]) -> bool:
        return bool(self.end_tokens) and (not tokens or int(tokens[-1]) not in self.end_tokens)

    def _record(self, step: int, outcomes: list[Outcome], ratios: dict[str, float], start: float) -> dict[str, Any]:
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
        record["degenerate"] = sum(degenerate(outcomes, [text for *_, text in self.last]))
        if self.stream is not None:
            record["levels"] = {name: list(window) for name, window in self.stream.scheduler.levels().items()}
            record["level"] = sum(high for _, high in record["levels"].values()) / len(record["levels"])
            drawing, self._drawing = self.stream.seconds - self._drawing, self.stream.seconds
            record["environment_seconds"] = time.perf_counter() - start + drawing
        return record


def dashboard(record: Mapping[str, Any]) -> dict[str, float]:
    """What of a step's record goes to TensorBoard and the like, beside what TRL measures.

    `level/lowest` and `level/highest` are of the environments' highest levels, whose mean `level` is; each environment has
    its own line where there are at most LEVELS_SHOWN of them.
    """
    names = ("effective_prompt_ratio", "effective_prompt_ratio_correct", "accuracy", "format_rate", "faults", "truncated")
    shown = {name: record[name] for name in (*names, "degenerate", "level") if name in record}
    highs = {name: high for name, (_, high) in record.get("levels", {}).items()}
    if highs:
        shown |= {"level/lowest": min(highs.values()), "level/highest": max(highs.values())}
    if len(highs) <= LEVELS_SHOWN:
        shown |= {f"level/{name}": high for name, high in highs.items()}
    return shown


def completion_text(completion: str | Sequence[Mapping[str, Any]]) -> str:
    """The text of a completion; of a conversation, that of its last message."""
    if isinstance(completion, str):
        return completion
    content = completion[-1].get("content") if completion else None
    return content if isinstance(content, str) else "".join(part.get("text") or "" for part in content or ())


class OwnReward:
    """A reward function of the user's that sees only the rows of the own dataset, and gives None for all others."""

    def __init__(self, function: Callable[..., Sequence[float | None]]) -> None:
        self.function = function
        self.__name__ = getattr(function, "__name__", type(function).__name__)

    def __call__(self, *, environment: Sequence[str], **columns: Any) -> list[float | None]:
        own = [row for row, name in enumerate(environment) if name == OWN]
        rewards: list[float | None] = [None] * len(environment)
        if own:
            # What has an entry per row is cut to the own rows; the rest (trainer_state, log_metric ...) passes through.
            chosen = {
                name: [values[row] for row in own] if isinstance(values, list) and len(values) == len(environment) else values
                for name, values in columns.items()
            }
            for row, reward in zip(own, self.function(**chosen), strict=True):
                rewards[row] = reward
            strange = sum(reward is not None and not math.isfinite(reward) for reward in rewards)
            if strange and (log_metric := columns.get("log_metric")):  # TRL takes it for no reward, and says nothing
                log_metric(NOT_FINITE, strange)
        return rewards


def same_answer(*, completions: Sequence[Any], answer: Sequence[str], opening: str = "", **columns: Any) -> list[float]:
    """1 where the final answer, blanks and case aside, is the text in the column `answer`; else 0."""
    from rlve.answers.extraction import final_answer
    from rlve.verdict import Unparsable

    def given(completion: Any) -> str | None:
        try:
            return " ".join(final_answer(opening + completion_text(completion)).split()).lower()
        except Unparsable:
            return None

    wanted = [" ".join(str(text).split()).lower() for text in answer]
    return [float(given(completion) == text) for completion, text in zip(completions, wanted, strict=True)]
