"""What training on this machine needs around it: quiet libraries, few threads, memory that is kept."""

from __future__ import annotations

import contextlib
import ctypes
import logging
import os
import warnings
from collections.abc import Iterator
from typing import Any

from rlve.models.memory import SMALL


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keep progress bars, advice and warnings of the training libraries off the screen; errors still show."""
    import datasets
    import transformers

    os.environ.setdefault("VLLM_LOGGING_LEVEL", "ERROR")  # vLLM reads it when it is imported
    loggers = [logging.getLogger(name) for name in ("transformers", "datasets", "trl", "accelerate", "torch")]
    levels = [logger.level for logger in loggers]
    bars = transformers.utils.logging.is_progress_bar_enabled(), datasets.are_progress_bars_disabled()
    transformers.utils.logging.disable_progress_bar()
    datasets.disable_progress_bars()
    for logger in loggers:
        logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", module=r"(?!rlve)")
            yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
        if bars[0]:
            transformers.utils.logging.enable_progress_bar()
        if not bars[1]:
            datasets.enable_progress_bars()


@contextlib.contextmanager
def few_threads(model: Any) -> Iterator[None]:
    """One thread for a model of fewer than SMALL parameters on the CPU: a second one only waits for the first, and where
    anything else runs it makes a step several times as long (docs/LOG.md). Results are the same to the last bit.
    """
    import torch

    before = torch.get_num_threads()
    if model.device.type == "cpu" and sum(weights.numel() for weights in model.parameters()) < SMALL:
        torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def keep_memory() -> bool:
    """Have the C library keep freed memory instead of giving it back after every step; True where it could be asked.

    A tiny model's steps on the CPU then take about an eighth less time (benchmarks/training.txt). glibc only.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError, TypeError):
        return False
    trim_threshold, top_pad, mmap_threshold = -1, -2, -3  # of <malloc.h>
    settings = ((mmap_threshold, 32 << 20), (trim_threshold, 2**31 - 1), (top_pad, 512 << 20))
    taken = [mallopt(parameter, value) for parameter, value in settings]
    return taken == [1, 1, 1]
