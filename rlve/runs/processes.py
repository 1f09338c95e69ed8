"""Several processes that train one model: how they find each other, and how they come to know the same.

`torchrun --nproc_per_node 2 -m rlve train ...` starts them; docs/processes.md tells more. Everything here works in a single
process too, and does nothing there.
"""

from __future__ import annotations

import os
import sys
from datetime import timedelta
from types import ModuleType
from typing import TypeVar

from rlve.errors import StoppedError

T = TypeVar("T")


def start(*, use_cpu: bool | None = None, ddp_timeout: float = 1800) -> None:
    """Join the other processes, if a launcher started several; once joined, a further call does nothing.

    use_cpu: also where there is a GPU; default only where there is none. ddp_timeout: in seconds, how long a process waits
    for the others. RuntimeError if torch finds another number of processes than the launcher's WORLD_SIZE says.
    """
    wanted = int(os.environ.get("WORLD_SIZE", "1"))
    if wanted == 1:
        return
    import torch
    from accelerate import PartialState

    cpu = not torch.cuda.is_available() if use_cpu is None else use_cpu
    if cpu:
        os.environ.setdefault("ACCELERATE_TORCH_DEVICE", "cpu")  # accelerate says cpu:0, where torch.load restores no optimizer
    PartialState(cpu=cpu, timeout=timedelta(seconds=ddp_timeout))
    if count() != wanted:
        raise StoppedError(
            f"WORLD_SIZE says {wanted} processes, and torch finds {count()}: start them with "
            f"torchrun --nproc_per_node {wanted} -m rlve train ..., or unset WORLD_SIZE to train in a single one"
        )


def end() -> None:
    """Part from the others; the last thing a program does."""
    group = _group()
    if group is not None:
        group.destroy_process_group()


def count() -> int:
    """How many processes train together."""
    group = _group()
    return 1 if group is None else group.get_world_size()


def rank() -> int:
    """The number of this process among them, from 0."""
    group = _group()
    return 0 if group is None else group.get_rank()


def is_main() -> bool:
    """Whether this is the process that writes files and speaks: the one of rank 0."""
    return rank() == 0


def gathered(value: T) -> list[T]:
    """What every process gives, in the order of their ranks, on all of them; waits for them, so all have to call it."""
    group = _group()
    if group is None or group.get_world_size() == 1:
        return [value]
    every: list = [None] * group.get_world_size()
    group.all_gather_object(every, value)
    return every


def of_main(value: T) -> T:
    """What the main process gives, on all of them; all have to call it."""
    return gathered(value)[0]


def wait() -> None:
    """Wait until every process is here."""
    gathered(None)


def device() -> str:
    """Where this process puts its model: its own GPU, by LOCAL_RANK, or the CPU where there is none."""
    import torch

    if not torch.cuda.is_available():
        return "cpu"
    return f"cuda:{int(os.environ.get('LOCAL_RANK', '0')) % torch.cuda.device_count()}"


def _group() -> ModuleType | None:
    """torch.distributed, once a group of processes exists; torch itself is not imported for the question."""
    distributed = sys.modules.get("torch.distributed")
    return distributed if distributed is not None and distributed.is_available() and distributed.is_initialized() else None
