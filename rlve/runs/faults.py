"""Count the faults of environments, loudly and without burying the log."""

import logging
from collections import Counter

from rlve.environment import Task
from rlve.runs import processes

log = logging.getLogger(__name__)


def count_fault(faults: Counter[str], task: Task, number: int, what: str, kind: str = "faults") -> None:
    """Count faults of an environment; the main process warns at 1, 2, 4, 8 ... of them: loudly, and the log is not buried."""
    before = faults[task.environment]
    faults[task.environment] += number
    if before.bit_length() < faults[task.environment].bit_length() and processes.is_main():
        log.warning("%d %s of %s; at %s %s", faults[task.environment], kind, task.environment, task, what)
