"""The stream of problems a trainer reads: drawn when asked for, at the levels of that moment, and resumable."""

from __future__ import annotations

import json
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rlve.environment import Task
from rlve.errors import RequestError, StoppedError
from rlve.extras import need
from rlve.models.chat import AS_MADE, Prompting
from rlve.registry import problem
from rlve.runs.faults import count_fault
from rlve.runs.files import read_text
from rlve.schedulers import Scheduler

if TYPE_CHECKING:
    from datasets import Dataset, IterableDataset

FAULTS_IN_A_ROW = 100  # problems that cannot be drawn, one after the other, before the stream gives up
OWN = "own dataset"
"""The environment column of rows that come from the user's own dataset; their level is the row's index there."""


class ProblemStream:
    """Endless rows {prompt, environment, level, seed, issue} of a scheduler's tasks, and of one's own dataset.

    scheduler: draws the tasks. prompting: how they are asked; prompts are messages where its `chat` is True, else texts.
    own_dataset: rows with a `prompt` of the same kind, taken as they are, in order and over again; their other columns come
    along and are None in the rows of problems. own_share: the share of rows that are the user's own.
    fits: whether a prompt can be asked; one that is too long is skipped, counted in `too_long` and named in a warning.

    `issue` numbers the rows. A trainer reads ahead of its rewards: `open` holds the tasks issued and not yet scored, by
    that number. `state_dict` saves them with the scheduler, and a restored stream issues them again first, at their old
    levels. A task whose environment raises is skipped and counted in a warning that names the environment; after
    FAULTS_IN_A_ROW of them without a problem in between, RuntimeError. `seconds` sums the time spent drawing and stating.
    """

    def __init__(
        self,
        scheduler: Scheduler,
        prompting: Prompting = AS_MADE,
        *,
        own_dataset: Dataset | Sequence[Mapping[str, Any]] | None = None,
        own_share: float = 0.2,
        fits: Callable[[Any], bool] | None = None,
    ) -> None:
        self.scheduler = scheduler
        self.prompting = prompting
        self.conversational = bool(prompting.chat)
        self.own_dataset = own_dataset
        self.own_share = 0.0 if own_dataset is None else own_share
        self.own_columns = [] if own_dataset is None else _own_columns(own_dataset, own_share, self.conversational)
        self.fits = fits
        self.issued = 0
        self.open: dict[int, Task] = {}
        self.faults: Counter[str] = Counter()
        self.too_long: Counter[str] = Counter()
        self.seconds = 0.0
        self._again: list[tuple[int, Task]] = []

    def __iter__(self) -> Iterator[dict[str, Any]]:
        while True:
            start = time.perf_counter()
            row = self._next()
            self.seconds += time.perf_counter() - start
            yield row

    def settle(self, issues: Iterable[int]) -> None:
        """Strike rows that were scored off the open ones."""
        for issue in issues:
            self.open.pop(issue, None)

    def state_dict(self) -> dict[str, Any]:
        """The scheduler's state and the open tasks, in order; JSON-ready."""
        waiting = [[issue, *task] for issue, task in (*self.open.items(), *self._again)]
        return {"scheduler": self.scheduler.state_dict(), "issued": self.issued, "open": waiting}

    def fingerprint(self) -> dict[str, int]:
        """A checksum of each part of the state: streams that stand alike have the same."""
        return {part: zlib.crc32(json.dumps(value).encode()) for part, value in self.state_dict().items()}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Continue where `state_dict` left off; raises ValueError for a state that is not this stream's."""
        known = {*self.scheduler.environments, OWN}  # data names no file to import
        try:
            issued, rows = state["issued"], state["open"]
            sound = [[type(part) for part in row] == [int, str, int, int] and row[1] in known for row in rows]
            if type(issued) is not int or not all(sound):
                raise TypeError("expected a count, and open problems as [issue, environment, level, seed]")
            self.scheduler.load_state_dict(state["scheduler"])
        except RequestError:
            raise
        except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as error:
            raise RequestError(f"not a stream's state: {error!r}") from error
        self.issued, self.open = issued, {}
        self._again = [(issue, Task(*task)) for issue, *task in rows]

    def dataset(self) -> IterableDataset:
        """The stream as the dataset a trainer takes."""
        need("datasets")
        from datasets import Features, IterableDataset, List, Value

        text, whole = Value("string"), Value("int64")
        prompt = List({"role": text, "content": text}) if self.conversational else text
        ours = {"prompt": prompt, "environment": text, "level": whole, "seed": whole, "issue": whole}
        return IterableDataset.from_generator(
            _rows, gen_kwargs={"stream": self}, features=Features({**self._own_features(), **ours})
        )

    def _own_features(self) -> dict[str, Any]:
        from datasets import Dataset

        if self.own_dataset is None:
            return {}
        try:
            own = self.own_dataset if isinstance(self.own_dataset, Dataset) else Dataset.from_list(list(self.own_dataset))
        except (TypeError, ValueError, OverflowError) as error:  # those of pyarrow are among them
            raise RequestError(f"the columns of the own dataset should each hold values of one kind: {error}") from error
        return {name: feature for name, feature in own.features.items() if name in self.own_columns}

    def _next(self) -> dict[str, Any]:
        found = self._issue_again()
        if found is not None:
            issue, task, prompt = found
        else:
            issue = self.issued
            task, prompt = self._draw(issue)
            self.issued += 1
        self.open[issue] = task
        own: dict[str, Any] = dict.fromkeys(self.own_columns)
        if task.environment == OWN:
            row = self.own_dataset[task.level]  # type: ignore[index]
            own = {name: row[name] for name in self.own_columns}
        return {**own, "prompt": prompt, **task._asdict(), "issue": issue}

    def _issue_again(self) -> tuple[int, Task, Any] | None:
        """The next task that was open when the stream was saved; one that can no longer be drawn is counted and skipped."""
        while self._again:
            issue, task = self._again.pop(0)
            try:
                return issue, task, self._prompt(task)
            except Exception as error:
                count_fault(self.faults, task, 1, f"problem skipped: {error!r}")
        return None

    def _draw(self, issue: int) -> tuple[Task, Any]:
        before, now = int(issue * self.own_share), int((issue + 1) * self.own_share)
        if now > before:  # spreads the user's own rows evenly
            task = Task(OWN, before % len(self.own_dataset), 0)  # type: ignore[arg-type]
            if self._fits(task, prompt := self._prompt(task)):
                return task, prompt
        for _ in range(FAULTS_IN_A_ROW):
            task = self.scheduler.draw()
            try:
                prompt = self._prompt(task)
            except Exception as error:
                count_fault(self.faults, task, 1, f"problem skipped: {error!r}")
                continue
            if self._fits(task, prompt):
                return task, prompt
        faults, long = (
            ", ".join(f"{name} {count}" for name, count in counts.most_common()) or "none"
            for counts in (self.faults, self.too_long)
        )
        raise StoppedError(
            f"{FAULTS_IN_A_ROW} problems in a row could not be drawn or did not fit; faults by environment: {faults}; "
            f"prompts that were too long, by environment: {long}: allow longer ones, or set lower levels"
        )

    def _fits(self, task: Task, prompt: Any) -> bool:
        """Whether the prompt is asked; counts and names, as rarely as faults, what is skipped because it is too long."""
        if self.fits is None or self.fits(prompt):
            return True
        count_fault(self.too_long, task, 1, "skipped", "too long prompts")
        return False

    def _prompt(self, task: Task) -> Any:
        if task.environment == OWN:
            return self.own_dataset[task.level]["prompt"]  # type: ignore[index]
        prompt = problem(*task).prompt(self.prompting.style)
        return self.prompting.messages(prompt) if self.conversational else self.prompting.plain(prompt)


def _rows(stream: ProblemStream) -> Iterator[dict[str, Any]]:
    yield from stream


RESERVED = ("environment", "level", "seed", "issue")
"""Columns that the stream uses itself."""
OF_TRL = ("prompts", "completions", "completion_ids", "trainer_state", "log_extra", "log_metric", "environments")
"""Names under which TRL passes other things to a reward function."""


def check_own_dataset(own: Any) -> None:
    """ValueError for what is no list of rows: a stream, a table of pandas, a generator, a column under a name that is taken."""
    kind = type(own).__name__
    expected = "the own dataset should be a list of rows, a datasets.Dataset, or a JSONL file"
    if kind == "DataFrame":
        raise RequestError(f"{expected}; got a DataFrame: datasets.Dataset.from_pandas(frame) makes one")
    if not (hasattr(own, "__len__") and hasattr(own, "__getitem__")) or isinstance(own, (str, bytes, Mapping)):
        more = ": take the rows that are to be mixed in, list(own)" if isinstance(own, Iterable) else ""
        raise RequestError(f"{expected}; got {kind}, of which there is no first row{more}")
    if not len(own):
        raise RequestError("the own dataset has no rows")
    if not isinstance(own[0], Mapping):
        raise RequestError(f"{expected}; its row 0 is {type(own[0]).__name__}, not a mapping of columns to values")
    if strange := [name for name in own[0] if not isinstance(name, str)]:
        raise RequestError(f"the columns of the own dataset should be named by texts, got {strange[0]!r}")
    if taken := [name for name in own[0] if name in (*RESERVED, *OF_TRL)]:
        raise RequestError(f"rename these columns of the own dataset, whose names the trainer uses itself: {', '.join(taken)}")


def _own_columns(own: Dataset | Sequence[Mapping[str, Any]], share: float, conversational: bool) -> list[str]:
    if not 0 < share < 1:
        raise RequestError(f"own_share should lie between 0 and 1, got {share!r}")
    check_own_dataset(own)
    columns = list(own[0])
    if isinstance(own, Sequence):
        for number, row in enumerate(own):
            if not isinstance(row, Mapping):
                raise RequestError(f"row {number} of the own dataset is {type(row).__name__}, not a mapping of columns to values")
            if set(row) != set(columns):
                raise RequestError(
                    f"row {number} of the own dataset has the keys {', '.join(row)}; row 0 has {', '.join(columns)}"
                )
    if "prompt" not in columns:
        raise RequestError(f"the own dataset needs a column prompt; it has {', '.join(columns)}")
    prompts = own["prompt"] if hasattr(own, "features") else [row["prompt"] for row in own]
    kind = list if conversational else str
    if any(not isinstance(prompt, kind) for prompt in prompts):
        wanted = (
            "lists of messages, as the prompts are chat messages (this model has a chat template)"
            if conversational
            else "texts, as the prompts are plain text (no chat template, or not to be used)"
        )
        number = next(number for number, prompt in enumerate(prompts) if not isinstance(prompt, kind))
        raise RequestError(f"the prompts of the own dataset should be {wanted}; that of row {number} is not")
    return [name for name in columns if name != "prompt"]


def own_rows(path: str | Path) -> list[dict[str, Any]]:
    """The rows of a JSONL file with the keys prompt and answer; ValueError names the first line that has not."""
    rows = []
    path = Path(path)
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            if row["answer"] is None or not isinstance(row["prompt"], (str, list)):
                raise TypeError("a prompt is a text or a list of messages, and an answer is not null")
            rows.append({"prompt": row["prompt"], "answer": str(row["answer"])})
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise RequestError(f'{path}, line {number}: expected {{"prompt": ..., "answer": ...}} ({error!r})') from error
    if not rows:
        raise RequestError(f"{path} holds no rows")
    return rows
