"""TensorBoard, Weights & Biases and trackio, through TRL's `report_to`: which are asked for, and where they keep a run."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from uuid import uuid4

from rlve.errors import RequestError
from rlve.runs.files import read
from rlve.runs.folder import RunFolder


def check_dashboards(chosen: Sequence[str], folder: str | None) -> None:
    """ValueError for a dashboard whose package is missing, and for TensorBoard without the folder of a run to write to."""
    for name in chosen:
        if find_spec(name) is None:
            raise RequestError(f"report_to={name} needs the package {name}: pip install {name}")
    if "tensorboard" in chosen and folder is None and "TENSORBOARD_LOGGING_DIR" not in os.environ:
        raise RequestError("report_to=tensorboard needs the folder of a run to write to, or TENSORBOARD_LOGGING_DIR")


@contextmanager
def places(chosen: Sequence[str], run: RunFolder | None) -> Iterator[dict[str, str]]:
    """Within, TensorBoard finds its folder in that of the run, and W&B its project and the run's id there, so that a resumed
    run goes on with its own curves. Gives what has to be noted with the run's first event. What is set in the environment
    stays as it is.
    """
    wanted: dict[str, str] = {}
    noted: dict[str, str] = {}
    if run is not None and "tensorboard" in chosen:
        wanted["TENSORBOARD_LOGGING_DIR"] = str(run.path / "tensorboard")
    if "wandb" in chosen:
        known = [event["wandb"] for event in read(run.events) if "wandb" in event] if run is not None else []
        noted["wandb"] = known[0] if known else uuid4().hex[:12]
        wanted |= {"WANDB_PROJECT": "rlve", "WANDB_RUN_ID": noted["wandb"], "WANDB_RESUME": "allow"}
    new = {name: value for name, value in wanted.items() if name not in os.environ}
    os.environ.update(new)
    try:
        yield noted
    finally:
        for name in new:
            os.environ.pop(name, None)


def forget_later_steps(trainer: Any, step: int) -> None:
    """Have TensorBoard drop what it shows of the steps after the one that a resumed run goes on from."""
    from transformers.integrations import TensorBoardCallback

    for callback in trainer.callback_handler.callbacks:
        if isinstance(callback, TensorBoardCallback) and trainer.is_world_process_zero() and callback.logging_dir:
            from torch.utils.tensorboard import SummaryWriter

            callback.tb_writer = SummaryWriter(log_dir=str(Path(callback.logging_dir)), purge_step=step + 1)
