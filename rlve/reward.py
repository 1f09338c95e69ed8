"""The reward function as TRL calls it: judges completions, tells the scheduler, keeps what was measured."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from rlve.environment import Task
from rlve.registry import problem
from rlve.schedulers import Outcome
from rlve.stream import OWN, ProblemStream, count_fault
from rlve.verdict import Verdict


class RewardFunction:
    """A reward for each completion of a problem; None for a fault of the environment and for rows that are no problem.

    stream: where the rows came from; its scheduler is updated once per call with all outcomes, so that with `grpo_config`
    a call is one policy update. None only judges. shaped: partial rewards in [-1, 1]; else 1 for a right answer and 0 for
    any other. on_outcomes: called with the outcomes of each call. end_tokens: token ids that end a completion; given,
    those without one count as truncated.

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
    ) -> None:
        self.stream = stream
        self.shaped = shaped
        self.on_outcomes = on_outcomes
        self.end_tokens = frozenset(end_tokens)
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
        by_row: dict[int, Outcome] = {}
        informative = informative_correct = ours = 0
        for rows in groups.values():
            task = tasks[rows[0]]
            if task.environment == OWN:
                continue
            verdicts = self._judge(task, [texts[row] for row in rows])
            for row, verdict in zip(rows, verdicts, strict=True):
                cut = self._truncated(completion_ids[row]) if completion_ids is not None else False
                by_row[row] = Outcome(task, verdict.correct, self._reward(verdict), verdict.status, cut)
            ours += 1
            informative += len({by_row[row].reward for row in rows} - {None}) > 1
            informative_correct += len({by_row[row].correct for row in rows} - {None}) > 1
        self.last = [(by_row[row], prompts[row] if prompts else None, texts[row]) for row in sorted(by_row)]
        outcomes = [outcome for outcome, _, _ in self.last]
        if self.stream is not None:
            self.stream.scheduler.update(outcomes)
            self.stream.settle(issue or ())
        if self.on_outcomes is not None:
            self.on_outcomes(outcomes)
        ratios = (
            {"effective_prompt_ratio": informative / ours, "effective_prompt_ratio_correct": informative_correct / ours}
            if ours
            else {}
        )
        record = self._record(outcomes, ratios, trainer_state, start)
        self.history.append(record)
        if log_metric is not None:
            for name in ("effective_prompt_ratio", "effective_prompt_ratio_correct", "accuracy", "level"):
                if name in record:
                    log_metric(name, record[name])
        return [by_row[row].reward if row in by_row else None for row in range(len(tasks))]

    def _judge(self, task: Task, texts: list[str]) -> list[Verdict]:
        try:
            judged = problem(*task)
            verdicts = [judged.verify(text) for text in texts]
        except Exception as error:
            verdicts = [Verdict("fault", None, repr(error))] * len(texts)
        reasons = [verdict.reason for verdict in verdicts if verdict.status == "fault"]
        if reasons:
            count_fault(self.faults, task, len(reasons), f"no reward given: {reasons[0]}")
        return verdicts

    def _reward(self, verdict: Verdict) -> float | None:
        return verdict.reward if self.shaped or verdict.reward is None else float(verdict.status == "correct")

    def _truncated(self, tokens: Sequence[int]) -> bool:
        return bool(self.end_tokens) and (not tokens or int(tokens[-1]) not in self.end_tokens)

    def _record(self, outcomes: list[Outcome], ratios: dict[str, float], trainer_state: Any, start: float) -> dict[str, Any]:
        step = getattr(trainer_state, "global_step", len(self.history)) + 1
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
        if self.stream is not None:
            record["levels"] = {name: list(window) for name, window in self.stream.scheduler.levels().items()}
            record["level"] = sum(high for _, high in record["levels"].values()) / len(record["levels"])
            drawing, self._drawing = self.stream.seconds - self._drawing, self.stream.seconds
            record["environment_seconds"] = time.perf_counter() - start + drawing
        return record


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
        return rewards


def same_answer(*, completions: Sequence[Any], answer: Sequence[str], **columns: Any) -> list[float]:
    """1 where the final answer, blanks and case aside, is the text in the column `answer`; else 0."""
    from rlve.extraction import final_answer
    from rlve.verdict import Unparsable

    def given(completion: Any) -> str | None:
        try:
            return " ".join(final_answer(completion_text(completion)).split()).lower()
        except Unparsable:
            return None

    wanted = [" ".join(str(text).split()).lower() for text in answer]
    return [float(given(completion) == text) for completion, text in zip(completions, wanted, strict=True)]
