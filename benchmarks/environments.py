"""Problems and verdicts per CPU-second, by environment and level; time and memory of the import.

    python benchmarks/environments.py                    # all environments: writes benchmarks/environments.txt
    python benchmarks/environments.py strings C4         # some: prints only

problems: drawn, stated and solved, each with its own seed. verdicts: 16 a problem, as a group of rollouts asks for them, on the
reference and on near misses. One thread, CPU time, collector on; each figure comes from at least 0.15 CPU-seconds or one problem.
"""

import itertools
import platform
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median

import rlve
from rlve.answers.extraction import wrap
from rlve.authoring.near_misses import near_misses
from rlve.environment import Environment

OUT = Path(__file__).with_suffix(".txt")
SECONDS, ROLLOUTS, WIDTH = 0.15, 16, 60
PUBLISHED = (
    "The published suite, by the project's plan and not measured here: "
    "1,900 problems per CPU-second at level 3 (median), import 2.3 s, 271 MB."
)
IMPORT = """
import time
start = time.process_time()
import rlve
{more}
print(time.process_time() - start)
try:
    print(next(int(line.split()[1]) / 1024 for line in open("/proc/self/status") if line.startswith("VmHWM")))
except OSError:
    import resource
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def rate(batches: Iterator[Callable[[], int]]) -> float:
    """Things done per CPU-second: run batches, each of which says how many it did, until the time is up."""
    done, spent = 0, 0.0
    for batch in batches:
        start = time.process_time()
        done += batch()
        spent += time.process_time() - start
        if spent >= SECONDS:
            break
    return done / spent


def problems(environment: type[Environment], level: int) -> float:
    def one(seed: int) -> int:
        problem = environment.sample(level, seed)
        problem.prompt()
        _ = problem.reference
        return 1

    environment.sample(level, 0)
    return rate(lambda seed=seed: one(seed) for seed in itertools.count(1))


def verdicts(environment: type[Environment], level: int) -> float:
    def batches() -> Iterator[Callable[[], int]]:
        for seed in itertools.count(1):
            problem = environment.sample(level, seed)
            texts = [problem.reference_text]
            for answer in near_misses(problem.format, problem.reference, Random(seed)):
                texts.append(problem.format.write(answer))
            texts = [wrap(text) for text in itertools.islice(itertools.cycle(texts), ROLLOUTS)]
            yield lambda problem=problem, texts=texts: len([problem.verify(text) for text in texts])

    return rate(batches())


def importing(more: str = "") -> str:
    runs = []
    for _ in range(5):
        command = [sys.executable, "-c", IMPORT.format(more=more)]
        runs.append([float(line) for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()])
    return f"{min(run[0] for run in runs):.3f} CPU-seconds, {max(run[1] for run in runs):.0f} MB"


def machine() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text("utf-8").splitlines() if info.exists() else []
    model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())
    return f"{model}, {platform.system()}, Python {platform.python_version()}"


def report(environments: list[type[Environment]]) -> Iterator[str]:
    yield f"{datetime.now(UTC):%Y-%m-%d}, {machine()}"
    yield f"import rlve: {importing()}"
    yield f"import rlve and all its {len(rlve.names())} environments: {importing('for name in rlve.names(): rlve.make(name)')}"
    yield PUBLISHED
    yield ""
    yield f"{'per CPU-second':{WIDTH}} {'problems at level':^37}  {'verdicts at level':^37}"
    heads = [f"{head:>9}" for head in ("0", "3", "8", "max")]
    yield f"{'environment (max)':{WIDTH}} {''.join([*heads, '  ', *heads])}"
    rows: list[list[float]] = []
    for environment in environments:
        levels = [min(level, environment.max_level) for level in (0, 3, 8, environment.max_level)]
        rows.append([measure(environment, level) for measure in (problems, verdicts) for level in levels])
        yield line(f"{environment.name} ({environment.max_level})", rows[-1])
    yield line("median", [median(column) for column in zip(*rows, strict=True)])
    yield line("slowest", [min(column) for column in zip(*rows, strict=True)])


def line(name: str, figures: list[float]) -> str:
    cells = [f"{figure:9,.0f}" if figure >= 10 else f"{figure:9.1f}" for figure in figures]
    return f"{name:{WIDTH}} {''.join([*cells[:4], '  ', *cells[4:]])}"


def main() -> None:
    warnings.simplefilter("ignore")  # of a collection that is not complete yet
    chosen = sys.argv[1:]
    text = [f"python benchmarks/environments.py {' '.join(chosen)}".strip()]
    print(text[0])
    for row in report(rlve.resolve(chosen or rlve.names())):
        print(row, flush=True)
        text.append(row)
    if not chosen:
        OUT.write_text("\n".join(text) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
