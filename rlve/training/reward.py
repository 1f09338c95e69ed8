"""The reward function as TRL calls it: judges completions, tells the scheduler, keeps what was measured."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from rlve.answers.extraction import final_answer
from rlve.environment import Task, staying
from rlve.registry import problem
from rlve.schedulers import Outcome
from rlve.training.bookkeeping import Bookkeeper, Rollout, dashboard
from rlve.training.stream import OWN, ProblemStream
from rlve.verdict import Unparsable, Verdict

NOT_FINITE = "own_reward_not_finite"
"""The metric that counts rewards of one's own that are no finite numbers; it is there only if there are some."""


class RewardFunction:
    """A reward for each completion of a problem; None for a fault of the environment and for rows that are no problem.

    stream: where the rows came from; `books` tells its scheduler of each call once, with all outcomes, so that with
    `grpo_config` a call is one policy update. None only judges. shaped: partial rewards in [-1, 1]; else 1 for a right answer
    and 0 for any other. end_tokens: token ids that end a completion; given, those without one count as truncated. opening: what
    the chat template has written of the answer (`Prompting.opening`).

    Under several processes each judges its own completions, and each has to call this in every step (`Bookkeeper`).
    """

    __name__ = "rlve"  # TRL logs rewards under this name

    def __init__(
        self,
        stream: ProblemStream | None = None,
        *,
        shaped: bool = True,
        end_tokens: Collection[int] = (),
        opening: str = "",
    ) -> None:
        self.books = Bookkeeper(stream)
        self.shaped = shaped
        self.end_tokens = frozenset(end_tokens)
        self.opening = opening

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
        texts = [completion_text(completion, self.opening) for completion in completions]
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
        step = getattr(trainer_state, "global_step", len(self.books.history)) + 1
        mine = [by_row[row] for row in sorted(by_row)]
        record = self.books.book(step, mine, list(issue or ()), time.perf_counter() - start)
        if log_metric is not None:
            levels = {} if self.books.stream is None else self.books.stream.scheduler.levels()
            for name, value in dashboard(record, levels).items():
                log_metric(name, value)
        return [by_row[row].outcome.reward if row in by_row else None for row in range(len(tasks))]

    def _judge(self, task: Task, texts: list[str]) -> list[Verdict]:
        try:
            judged = problem(*task)
            return [judged.verify(text) for text in texts]
        except Exception as error:
            return [Verdict("fault", None, repr(error))] * len(texts)

    def _reward(self, verdict: Verdict) -> float | None:
        return verdict.reward if self.shaped or verdict.reward is None else float(verdict.status == "correct")

    def _truncated(self, tokens: Sequence[int]) -> bool:
        return bool(self.end_tokens) and (not tokens or int(tokens[-1]) not in self.end_tokens)


APART = ("reasoning_content", "reasoning", "thinking")
"""Where a message holds thoughts that were parted from its content."""


def completion_text(completion: str | Sequence[Mapping[str, Any]], opening: str = "") -> str:
    """The text of a completion; of a conversation, that of its last message.

    opening: what the chat template has written of it. It is put back, but for a message whose thoughts are kept apart: its
    content is the answer alone.
    """
    if isinstance(completion, str):
        return opening + completion
    message = completion[-1] if completion else {}
    content = message.get("content")
    text = content if isinstance(content, str) else "".join(part.get("text") or "" for part in content or ())
    return text if any(message.get(name) is not None for name in APART) else opening + text


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
            with staying(self.__name__):
                found = self.function(**chosen)
            for row, reward in zip(own, found, strict=True):
                rewards[row] = reward
            strange = sum(reward is not None and not math.isfinite(reward) for reward in rewards)
            if strange and (log_metric := columns.get("log_metric")):  # TRL takes it for no reward, and says nothing
                log_metric(NOT_FINITE, strange)
        return rewards


def same_answer(*, completions: Sequence[Any], answer: Sequence[str], opening: str = "", **columns: Any) -> list[float]:
    """1 where the final answer, blanks and case aside, is the text in the column `answer`; else 0."""

    def given(completion: Any) -> str | None:
        try:
            return " ".join(final_answer(completion_text(completion, opening)).split()).lower()
        except Unparsable:
            return None

    wanted = [" ".join(str(text).split()).lower() for text in answer]
    return [float(given(completion) == text) for completion, text in zip(completions, wanted, strict=True)]
