"""Keep training libraries off the screen, and a tiny model off the last cores."""

from __future__ import annotations

import contextlib
import logging
import warnings
from collections.abc import Iterator


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keep progress bars, advice and warnings of the training libraries off the screen; errors still show."""
    import datasets
    import transformers

    loggers = [logging.getLogger(name) for name in ("transformers", "datasets", "trl", "accelerate", "torch")]
    levels = [logger.level for logger in loggers]
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
        transformers.utils.logging.enable_progress_bar()
        datasets.enable_progress_bars()


@contextlib.contextmanager
def two_threads() -> Iterator[None]:
    """At most two threads: more only get in each other's way with a model this small, and the numbers depend on it."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(min(2, before))
    try:
        yield
    finally:
        torch.set_num_threads(before)
