"""Guards: look at a run after each step, and warn of what is wrong, or stop a run that would only burn time from here on.

What is looked for, in `rlve.runs.health` and here, stands with cause and cure in docs/troubleshooting.md.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from transformers import TrainerCallback

from rlve.runs import processes
from rlve.runs.degenerate import degenerate
from rlve.runs.folder import RunFolder
from rlve.runs.health import RECENT, Remark, format_drop, not_finite, remarks
from rlve.training.reward import NOT_FINITE, RewardFunction

log = logging.getLogger(__name__)

SPOILT = ("not-a-number", "degenerate", "format-after-resume")
"""The guards whose weights are not worth saving: the checkpoint before is kept instead."""
OVERFLOWS = 20  # steps in a row without an update that fp16 may need to find its scale


class GuardCallback(TrainerCallback):
    """For `callbacks=[RunCallback(reward, folder), GuardCallback(reward, folder)]` of any trainer, in this order.

    reward: the trainer's reward function, whose books hold the records of the run. folder: gets a line in events.jsonl for
    what is seen; None keeps none. action: "stop" ends a run that would be worth nothing from here on and warns of the rest,
    "warn" only warns, once, and again when it had gone for RECENT steps. rollouts, prompts: of a step. before: the records up to
    the resume; None for a run that was not resumed.

    A gradient that is not a number is thrown away before it reaches the weights. A run whose weights are spoilt is stopped
    without saving, so that the checkpoint before stays the newest; any other is saved. `found` is what stopped the run.
    """

    def __init__(
        self,
        reward: RewardFunction,
        folder: RunFolder | None = None,
        *,
        action: str = "stop",
        rollouts: int | None = None,
        prompts: int | None = None,
        before: Sequence[Mapping[str, Any]] | None = None,
    ) -> None:
        self.books, self.folder, self.action = reward.books, folder, action
        self.rollouts, self.prompts, self.before = rollouts, prompts, before
        self.found: Remark | None = None
        self._seen: dict[str, int] = {}
        self._faults: list[Counter[str]] = []
        self._overflows = 0

    @property
    def spoilt(self) -> bool:
        """Whether the run was stopped with weights that are not worth saving."""
        return self.found is not None and self.found.name in SPOILT

    def on_pre_optimizer_step(self, args: Any, state: Any, control: Any, model: Any = None, **rest: Any) -> None:
        if self.action == "off" or args.fp16:  # in fp16 the gradient scaler leaves out such a step itself
            return
        from torch.nn.utils import get_total_norm

        trained = [parameter for parameter in model.parameters() if parameter.grad is not None]
        fine = not trained or bool(get_total_norm([parameter.grad for parameter in trained]).isfinite())
        if not all(processes.gathered(fine)):
            for parameter in trained:
                parameter.grad = None

    def on_step_end(self, args: Any, state: Any, control: Any, model: Any = None, **rest: Any) -> None:
        if self.action != "off" and not control.should_log:  # else the look waits for what the trainer logs
            self._look({}, args, state, control, model)

    def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, model: Any = None, **rest: Any) -> None:
        if self.action != "off" and logs is not None and "loss" in logs:
            self._look(logs, args, state, control, model)

    def _look(self, logs: Mapping[str, Any], args: Any, state: Any, control: Any, model: Any) -> None:
        step = state.global_step
        # Processes decide alike, for the rest of them would wait for one that stops alone.
        every = {remark.name: remark for found in processes.gathered(self._found(logs, args, model)) for remark in found}
        for remark in sorted(every.values(), key=lambda one: not one.stops):
            spoilt = remark.name in SPOILT
            stops = remark.stops and self.action == "stop" and (spoilt or step < state.max_steps)
            new = step - self._seen.get(remark.name, -RECENT) >= RECENT
            self._seen[remark.name] = step
            if stops and self.found is None:
                self.found = remark
                control.should_training_stop, control.should_save = True, not spoilt
                self._tell(step, remark, "stopped")
            elif new:
                self._tell(step, remark, "warned")

    def _found(self, logs: Mapping[str, Any], args: Any, model: Any) -> list[Remark]:
        history = self.books.history
        self._faults = [
            *self._faults[1 - RECENT :],
            Counter(one.outcome.task.environment for one in self.books.last if one.outcome.correct is None),
        ]
        found = [self._not_finite(logs, args, model)]
        if self.before is not None:
            found.append(format_drop(self.before, history))
        found += remarks(history, self.rollouts, sum(self._faults, Counter()), self.prompts)
        return [one for one in found if one is not None and one.name]

    def _not_finite(self, logs: Mapping[str, Any], args: Any, model: Any) -> Remark | None:
        values = {"loss": logs.get("loss"), "gradient norm": logs.get("grad_norm"), "reward": logs.get("reward")}
        values |= {name: value for name, value in logs.items() if name.startswith("rewards/") and name.endswith("/mean")}
        if logs.get(NOT_FINITE):
            values["a reward of your own"] = float("nan")
        if args.fp16:
            spoilt = not_finite({"gradient norm": values.pop("gradient norm")})
            self._overflows = self._overflows + 1 if spoilt else 0
            if self._overflows > OVERFLOWS:
                values["gradient norm"] = float("nan")
        if not _finite(model):
            values["weights"] = float("nan")
        if not_finite(values) is None:
            return None
        saved = self.folder.checkpoint(checked=False) if self.folder is not None else None  # is read only now, not at every step
        return not_finite(values, saved and saved[1].get("step"))

    def _tell(self, step: int, remark: Remark, event: str) -> None:
        if not processes.is_main():
            return
        example = self._example() if remark.name == "degenerate" else None
        what = remark.what if example is None else f"{remark.what} One of them: {example!r}"
        if self.folder is not None:
            self.folder.note(event, step=step, guard=remark.name, what=what, remedy=remark.remedy)
        does = "stops the run" if event == "stopped" else "warns"
        log.warning("step %d: guard %s %s: %s %s", step, remark.name, does, what, remark.remedy)

    def _example(self) -> str | None:
        outcomes, texts = [one.outcome for one in self.books.last], [one.text for one in self.books.last]
        found = [text for text, bad in zip(texts, degenerate(outcomes, texts), strict=True) if bad]
        return found[0][:60] if found else None


def _finite(model: Any) -> bool:
    """Whether the trained weights of a model are numbers."""
    import torch

    checks = [parameter.detach().isfinite().all() for parameter in model.parameters() if parameter.requires_grad]
    return not checks or bool(torch.stack([check.to(checks[0].device) for check in checks]).all())
