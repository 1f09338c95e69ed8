"""Problems and verdicts per CPU-second, by environment and level; time and memory of the import.

    python benchmarks/environments.py                    # all environments: writes benchmarks/environments.txt
    python benchmarks/environments.py strings C4         # some: prints only
    python benchmarks/environments.py --ratios strings   # only what `published` is about, in a fifth of the time: prints only

problems: drawn, stated and solved, each with its own seed. verdicts: 16 a problem, as a group of rollouts asks for them, on the
reference and on near misses. One thread, CPU time, collector on; each figure comes from at least 0.15 CPU-seconds or one problem.

published: our problems per CPU-second as a multiple of the published suite's (benchmarks/suite_speed.csv), scaled by how fast
plain Python is in this run and was in theirs. Both count their levels from 0, but the sizes of a level differ.
"""

import csv
import itertools
import platform
import re
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
SUITE = Path(__file__).with_name("suite_speed.csv")
SLOW = 0.5
PUBLISHED = "The published suite's import, by the project's plan and not measured here: 2.3 s, 271 MB."
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


def calibration() -> float:
    """Rounds of a fixed mix of integer, list and dict work per CPU-second: the best of six measurements."""

    def one() -> int:
        table: dict[int, int] = {}
        for i in range(2000):
            table[i % 97] = table.get(i % 97, 0) + i * i % 31
        sum(sorted(table.values()))
        return 1

    return max(rate(itertools.repeat(one)) for _ in range(6))


def published(scale: float) -> dict[str, tuple[float, float]]:
    """The published suite's problems per CPU-second at levels 3 and 8 by its names, as `scale` rounds a CPU-second give them.

    Where its file says 0, less than half a problem, one is taken.
    """
    lines = SUITE.read_text("utf-8").splitlines()
    scale /= next(int(found[1]) for line in lines if (found := re.search(r"calibration .* gave (\d+)", line)))
    rows = csv.DictReader([line for line in lines if not line.startswith("#")])
    return {row["paper_name"]: (max(1, int(row["level_3"])) * scale, max(1, int(row["level_8"])) * scale) for row in rows}


def compared(speeds: dict[str, tuple[float, float]], scale: float) -> Iterator[str]:
    """The ratios to the published suite at levels 3 and 8, the slowest first."""
    suite = published(scale)
    ratios = []
    for name, ours in speeds.items():
        if theirs := suite.get(rlve.make(name).paper_name or ""):
            ratios.append((name, [mine / other for mine, other in zip(ours, theirs, strict=True)]))
    ratios.sort(key=lambda item: item[1][1])
    yield f"problems as a multiple of the published suite's, scaled: calibration gives {scale:,.0f} here"
    yield f"{'':{WIDTH}} {'level 3':>9}{'level 8':>9}"
    if ratios:
        middle = [median(column) for column in zip(*[row for _, row in ratios], strict=True)]
        for name, row in [*ratios, ("median", middle)]:
            yield f"{name:{WIDTH}} {''.join([f'{ratio:9.2f}' for ratio in row])}"
    for i, level in enumerate((3, 8)):
        slow = [f"{name} ({row[i]:.2f})" for name, row in ratios if row[i] < SLOW]
        yield f"below {SLOW} at level {level}: {', '.join(slow) or 'none'}"


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
    scales = [calibration()]
    for environment in environments:
        levels = [min(level, environment.max_level) for level in (0, 3, 8, environment.max_level)]
        rows.append([measure(environment, level) for measure in (problems, verdicts) for level in levels])
        yield line(f"{environment.name} ({environment.max_level})", rows[-1])
    yield line("median", [median(column) for column in zip(*rows, strict=True)])
    yield line("slowest", [min(column) for column in zip(*rows, strict=True)])
    yield ""
    scales.append(calibration())
    speeds = {environment.name: (row[1], row[2]) for environment, row in zip(environments, rows, strict=True)}
    yield from compared(speeds, sum(scales) / 2)


def ratios(environments: list[type[Environment]]) -> Iterator[str]:
    """What `report` ends with, without its other figures."""
    before = calibration()
    speeds = {one.name: (problems(one, min(3, one.max_level)), problems(one, min(8, one.max_level))) for one in environments}
    yield from compared(speeds, (before + calibration()) / 2)


def line(name: str, figures: list[float]) -> str:
    cells = [f"{figure:9,.0f}" if figure >= 10 else f"{figure:9.1f}" for figure in figures]
    return f"{name:{WIDTH}} {''.join([*cells[:4], '  ', *cells[4:]])}"


def main() -> None:
    warnings.simplefilter("ignore")  # of a collection that is not complete yet
    short = "--ratios" in sys.argv
    chosen = [word for word in sys.argv[1:] if word != "--ratios"]
    text = [f"python benchmarks/environments.py {' '.join(chosen)}".strip()]
    print(text[0])
    for row in (ratios if short else report)(rlve.resolve(chosen or rlve.names())):
        print(row, flush=True)
        text.append(row)
    if not chosen and not short:
        OUT.write_text("\n".join(text) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
