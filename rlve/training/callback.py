"""What happens between the steps of a trainer: logs, checkpoints of the stream, time limit, a wish to stop."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from transformers import TrainerCallback

from rlve.figures.panels import run_svg
from rlve.runs import processes
from rlve.runs.files import replace_text
from rlve.runs.folder import RunFolder, complete_checkpoint
from rlve.training.reward import RewardFunction

log = logging.getLogger(__name__)

FROM_TRL = {
    "entropy": "entropy",
    "completions/mean_length": "completion_tokens",
    "learning_rate": "learning_rate",
    "grad_norm": "gradient_norm",
    "sampling/sampling_logp_difference/mean": "sampling_gap",
    "sampling/sampling_logp_difference/max": "sampling_gap_max",
    "sampling/importance_sampling_ratio/mean": "importance_ratio",
}
"""TRL's names of what it measures -> ours."""
SAMPLES_EVERY = 10  # steps


class RunCallback(TrainerCallback):
    """For `callbacks=[RunCallback(reward, folder)]` of any trainer.

    reward: the trainer's reward function; the records of its books are completed with what TRL measures. folder: gets the
    logs; None keeps none. on_step: called with the record of each step, with the levels of all environments.
    time_limit: seconds from now, after which the run saves and
    stops; the last step is begun only if one like it still fits in. stop_wanted: asked after each step.
    `restore_random_state` is called once, before the first step of a resumed run.

    With every checkpoint the state of the problem stream is saved. `stopped` tells in the end why the run ended. Of several
    processes the main one writes and calls on_step; if one of them has a reason to stop, all stop after the same step.
    """

    def __init__(
        self,
        reward: RewardFunction,
        folder: RunFolder | None = None,
        *,
        on_step: Callable[[dict[str, Any]], object] | None = None,
        time_limit: float | None = None,
        stop_wanted: Callable[[], bool] = lambda: False,
    ) -> None:
        self.books = reward.books
        self.folder = folder
        self.on_step = on_step
        self.deadline = None if time_limit is None else time.monotonic() + time_limit
        self.stop_wanted = stop_wanted
        self.restore_random_state: Callable[[], object] | None = None
        self.stopped = "finished"
        self._pending: dict[str, Any] | None = None
        self._clock = time.monotonic()
        self._recent: list[float] = []

    def on_train_begin(self, args: Any, state: Any, control: Any, **rest: Any) -> None:
        self._clock = time.monotonic()

    def on_step_begin(self, args: Any, state: Any, control: Any, **rest: Any) -> None:
        if self.restore_random_state is not None:  # the loader has drawn from the generator since the trainer restored it
            self.restore_random_state()
            self.restore_random_state = None

    def on_step_end(self, args: Any, state: Any, control: Any, **rest: Any) -> None:
        now = time.monotonic()
        self._pending = self.books.history[-1]
        self._pending["seconds"] = now - self._clock
        self._recent = [*self._recent[-4:], now - self._clock]
        self._clock = now
        if self.deadline is not None and now + max(self._recent) > self.deadline:
            self.stopped = "time limit"
        if self.stop_wanted():
            self.stopped = "interrupted"
        self.stopped = next((reason for reason in processes.gathered(self.stopped) if reason != "finished"), "finished")
        if self.stopped != "finished" and state.global_step < state.max_steps:
            control.should_training_stop = control.should_save = True
        if args.logging_steps != 1:
            self._write({})

    def on_log(self, args: Any, state: Any, control: Any, logs: dict[str, float] | None = None, **rest: Any) -> None:
        self._write(logs or {})

    def on_save(self, args: Any, state: Any, control: Any, **rest: Any) -> None:
        self._write({})
        processes.wait()  # each process has saved its random state: what is written now makes the checkpoint complete
        if not processes.is_main():
            return
        place = Path(args.output_dir) / f"checkpoint-{state.global_step}"
        if self.books.stream is not None and place.is_dir():
            stream = self.books.stream.state_dict()
            complete_checkpoint(place, state.global_step, {"stream": stream, "processes": processes.count()})
        if self.folder is not None:
            draw_figure(self.folder)

    def on_train_end(self, args: Any, state: Any, control: Any, **rest: Any) -> None:
        self._write({})
        if state.global_step >= state.max_steps:
            self.stopped = "finished"

    def _write(self, logs: dict[str, float]) -> None:
        """Complete the newest record and pass it on, once."""
        record, self._pending = self._pending, None
        if record is None:
            return
        record |= {ours: logs[theirs] for theirs, ours in FROM_TRL.items() if theirs in logs}
        if not processes.is_main():
            return
        if self.folder is not None:
            samples = 4 if record["step"] % SAMPLES_EVERY == 1 else 0
            self.folder.log_step(record, self.books.last, samples=samples)
        if self.on_step is not None:
            levels = {} if self.books.stream is None else {"levels": self.books.stream.scheduler.levels()}
            self.on_step({**record, **levels})


def draw_figure(run: RunFolder) -> None:
    """Draw a run's figure anew from its metrics; a warning where that fails, for no run should end because of it."""
    try:
        replace_text(run.figure, run_svg(run.history(), str(run.path)))
    except Exception as error:
        log.warning("no figure drawn: %r", error)
