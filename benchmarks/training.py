"""What the environment side of a training step costs, and what keeping freed memory and a single thread save.

    python benchmarks/training.py      # writes benchmarks/training.txt; about five minutes on two cores

The tiny model on STARTER with the demo's numbers (16 prompts x 8 rollouts, 48 tokens). environment: seconds for drawing,
stating, judging and scheduling, of the seconds of the whole step, both wall-clock in the same process. Memory: the same
steps in two processes that take turns, with and without `rlve.models.machine.keep_memory`. Threads: the same beside a third
process that does nothing but count, with one thread (`rlve.models.machine.few_threads`) and with two.
"""

import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

OUT = Path(__file__).with_suffix(".txt")
STEPS, ROUNDS = 15, 3
WORK = """
import json, sys, torch
import rlve
import rlve.models.machine
from rlve.models.machine import keep_memory, quiet
from rlve.schedulers import StaticScheduler
torch.set_num_threads(2)
if sys.argv[1] == "two threads":
    rlve.models.machine.SMALL = 0
if sys.argv[1] != "plain":
    assert keep_memory()
with quiet():
    scheduler = StaticScheduler("STARTER", low=0, high=8)
    result = rlve.train("tiny", scheduler=scheduler, max_steps=int(sys.argv[2]), use_cpu=True, bf16=False)
print(json.dumps([[record["seconds"], record["environment_seconds"]] for record in result.history[3:]]))
"""


def steps(memory: str) -> list[tuple[float, float]]:
    """(seconds, seconds of the environment side) of each step after the third."""
    command = [sys.executable, "-c", WORK, memory, str(STEPS)]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1])


@contextmanager
def spinning() -> Iterator[None]:
    """Another process that keeps a core busy."""
    other = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        yield
    finally:
        other.kill()
        other.wait()


def main() -> None:
    """Measure, print and write the figures."""
    found = {how: [] for how in ("keep", "plain")}
    for _ in range(ROUNDS):
        for how, rows in found.items():
            rows += steps(how)
    busy = {how: [] for how in ("keep", "two threads")}
    with spinning():
        for how, rows in busy.items():
            rows += steps(how)
    kept, plain = (median(seconds for seconds, _ in rows) for rows in found.values())
    one, two = (median(seconds for seconds, _ in rows) for rows in busy.values())
    share = sum(part for _, part in found["keep"]) / sum(seconds for seconds, _ in found["keep"])
    lines = [
        f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, {os.cpu_count()} cores, {ROUNDS} x {STEPS - 3} steps",
        f"a step of the tiny model, levels 0-8 of STARTER, 16 prompts x 8 rollouts: {kept:.2f} s (median)",
        f"environment side (draw, state, judge, schedule): {100 * share:.2f} % of the step",
        f"with freed memory kept against without: {kept:.2f} s against {plain:.2f} s, ratio {kept / plain:.2f}",
        f"beside a process that spins, two threads against one: {two:.2f} s against {one:.2f} s, ratio {two / one:.1f}",
    ]
    print("\n".join(lines))
    OUT.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
