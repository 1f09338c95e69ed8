"""What it costs to draw a run of 400 environments and 2,000 steps: python benchmarks/drawing.py; writes benchmarks/drawing.txt.

The run is made up (seed 0): 64 problems x 8 rollouts a step, levels that rise at different rates, a record with the levels that
changed in its step. CPU time of one process, the least of five.
"""

import json
import platform
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from rlve.figures.panels import run_svg
from rlve.figures.report import page
from rlve.runs import RunFolder
from rlve.widgets import TrainingMonitor

ENVIRONMENTS, STEPS, PROBLEMS, ROLLOUTS = 400, 2000, 64, 8


def write_run(folder: RunFolder) -> None:
    """Write the logs of the run but for its last step, which is returned by `last`."""
    settings = {"max_steps": STEPS + 10, "prompts_per_step": PROBLEMS, "num_generations": ROLLOUTS}
    random, names = Random(0), [f"an_environment_with_quite_a_long_name_{number}" for number in range(ENVIRONMENTS)]
    folder.start({"settings": {**settings, "model": "made up", "environments": names}})
    highs, rates = dict.fromkeys(names, 0), {name: 0.02 * random.random() ** 2 for name in names}
    with folder.metrics.open("w") as metrics, folder.outcomes.open("w") as outcomes:
        for step in range(1, STEPS + 1):
            risen = [name for name in names if random.random() < rates[name]]
            highs.update({name: highs[name] + 1 for name in risen})
            changed = {name: [max(0, highs[name] - 3), highs[name]] for name in (names if step == 1 else risen)}
            metrics.write(f"{json.dumps(record(step, random, changed))}\n")
            for _ in range(PROBLEMS):
                name = random.choice(names)
                problem = {"step": step, "environment": name, "level": random.randint(max(0, highs[name] - 3), highs[name])}
                for _ in range(ROLLOUTS):
                    right = random.random() < 0.6
                    row = {"seed": step, "reward": float(right), "status": "correct" if right else "wrong", "truncated": False}
                    outcomes.write(f"{json.dumps({**problem, **row})}\n")


def record(step: int, random: Random, levels: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a step."""
    measures = ("effective_prompt_ratio", "effective_prompt_ratio_correct", "reward", "accuracy", "format_rate", "entropy")
    return {"step": step, "levels": levels, "level": 1.0, "seconds": 1.0, "completion_tokens": 100 * random.random()} | {
        name: random.random() for name in measures
    }


def cpu(call: Callable[[], Any], times: int = 5) -> float:
    """The least CPU time of some calls, in milliseconds."""
    least = float("inf")
    for _ in range(times):
        start = time.process_time()
        call()
        least = min(least, time.process_time() - start)
    return 1000 * least


def measure() -> dict[str, str]:
    """What was measured, in words."""
    with tempfile.TemporaryDirectory() as place:
        folder = RunFolder(Path(place) / "run")
        write_run(folder)
        start = time.process_time()
        monitor = TrainingMonitor(folder, follow=False)
        while len(monitor.history) < STEPS:
            monitor.look()
        for _ in range(40):  # the outcomes come in pieces
            monitor.look()
        first = time.process_time() - start
        steps, random = iter(range(STEPS + 1, STEPS + 10)), Random(1)

        def redraw() -> None:
            with folder.metrics.open("a") as file:
                file.write(f"{json.dumps(record(next(steps), random, {}))}\n")
            monitor.look()

        history = folder.history()
        return {
            "monitor: redraw after a new step": f"{cpu(redraw):.0f} ms",
            "monitor: opened on the whole run": f"{first:.1f} s",
            "figure.svg": f"{cpu(lambda: run_svg(history)):.0f} ms, {len(run_svg(history)) // 1000} kB",
            "report": f"{cpu(lambda: page(folder), 1) / 1000:.1f} s, {len(page(folder)) // 1000} kB",
            "metrics.jsonl": f"{folder.metrics.stat().st_size // 1000} kB",
        }


def main() -> None:
    lines = [
        f"Drawing a run of {ENVIRONMENTS} environments and {STEPS} steps of {PROBLEMS} problems x {ROLLOUTS} rollouts: CPU time,",
        f"the least of five. python benchmarks/drawing.py, Python {platform.python_version()}",
        "",
        *(f"{words:36} {found}" for words, found in measure().items()),
    ]
    text = "\n".join(lines) + "\n"
    Path(__file__).with_suffix(".txt").write_text(text)
    print(text, end="")


if __name__ == "__main__":
    main()
